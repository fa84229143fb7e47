import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { insertAction, reconciliationActions } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { type CsvColumns, csvColumns, importStatement, reconcile } from '@topup/core/reconciliation';
import { InvalidArgumentError } from 'commander';
import type { Report } from '../../output';
import { Misuse, Refusal } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { agreementText, required } from './texts';

type ImportOptions = ActingAs & {
  provider: string;
  file: string;
  columns: CsvColumns;
  since: Date;
  until: Date;
  zone: string;
};

export async function importFile({
  provider,
  file,
  columns,
  since,
  until,
  zone,
  ...as
}: ImportOptions): Promise<Report> {
  if (since >= until) throw new Misuse('--since must be before --until.');
  required(provider);
  const bytes = await readFile(file).catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });
  const digest = createHash('sha256').update(bytes).digest('hex');
  const range = { from: since, to: until };
  const imported = await changeDatabase(as, async (db, by) => {
    const read = await importStatement(db, { provider, text: bytes.toString('utf8'), shape: { columns, zone }, range });
    if (read.kind === 'csv_unreadable') throw new Refusal(refusalTexts.csv_unreadable(read));
    const action = reconciliationActions.imported({ provider, ...range, rows: read.rows, added: read.added, digest });
    await insertAction(db, by.actor, by.origin, action);
    return { ...read, ...(await reconcile(db, provider)) };
  });
  const { kind: _kind, ...json } = imported;
  return {
    json: { ...json, sha256: digest },
    text: `${imported.rows} rows, ${imported.added} new. ${agreementText(imported)}`,
  };
}

/** `at=Date,amount=Amount`. */
export function columnsArgument(text: string): CsvColumns {
  const columns: CsvColumns = {};
  for (const pair of text.split(',')) {
    const [name = '', heading = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    const column = csvColumns.find((one) => one === name);
    if (column === undefined || heading === '' || columns[column] !== undefined)
      throw new InvalidArgumentError(`It must be pairs such as at=Date, each once, of: ${csvColumns.join(', ')}.`);
    columns[column] = heading;
  }
  return columns;
}

export function zoneArgument(text: string): string {
  if (!/^(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$/.test(text))
    throw new InvalidArgumentError('It must be an offset such as +01:00, -04:00 or Z.');
  return text;
}

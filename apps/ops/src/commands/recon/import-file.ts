import { readFile } from 'node:fs/promises';
import {
  type CsvColumn,
  type CsvColumns,
  csvColumns,
  importByHand,
  isZone,
  withdrawByHand,
} from '@topup/core/reconciliation';
import { InvalidArgumentError } from 'commander';
import type { Report } from '../../output';
import { requireProvider } from '../../providers';
import { done, Misuse } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { agreementText } from './texts';

type ImportOptions = ActingAs & {
  provider: string;
  file: string;
  columns?: Pair[];
  column?: Pair[];
  since: Date;
  until: Date;
  zone: string;
};

export async function importFile({ provider, file, since, until, zone, ...options }: ImportOptions): Promise<Report> {
  if (since >= until) throw new Misuse('--since must be before --until.');
  const columns = mergeColumns([...(options.columns ?? []), ...(options.column ?? [])]);
  requireProvider(provider);
  const text = await readText(file);
  const read = { provider, text, shape: { columns, zone }, range: { from: since, to: until } };
  const imported = done(await changeDatabase(options, (db, by) => importByHand(db, by, read)));
  const { kind: _kind, digest, ...json } = imported;
  const skipped = imported.skipped === 0 ? '' : ` ${imported.skipped} skipped: the API has read their time.`;
  return {
    json: { ...json, sha256: digest },
    text: `${imported.rows} rows, ${imported.added} new.${skipped} ${agreementText(imported)}`,
  };
}

/** Takes back a wrong file. */
export async function withdraw({ id, ...as }: ActingAs & { id: bigint }): Promise<Report> {
  const { kind: _kind, ...withdrawn } = done(await changeDatabase(as, (db, by) => withdrawByHand(db, by, id)));
  return {
    json: { id: String(id), ...withdrawn },
    text: `Import ${id} is withdrawn. Rows deleted: ${withdrawn.rows}. ${agreementText(withdrawn)}`,
  };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Misuse(`The file ${file} is not text in UTF-8. Save it as CSV in UTF-8.`);
  }
}

type Pair = [column: CsvColumn, heading: string];

const PAIRS = `of: ${csvColumns.join(', ')}`;

/** `at=Date,amount=Amount`. */
export const columnsArgument = (text: string, before: Pair[] = []): Pair[] => [
  ...before,
  ...text.split(',').map(readPair),
];

/** `at=Date, time`: one column, whose heading may have commas. */
export const columnArgument = (text: string, before: Pair[] = []): Pair[] => [...before, readPair(text)];

function readPair(text: string): Pair {
  const [name = '', heading = ''] = text.split(/=(.*)/s).map((part) => part.trim());
  const column = csvColumns.find((one) => one === name);
  if (column === undefined || heading === '')
    throw new InvalidArgumentError(
      `"${text.trim()}" is no pair such as at=Date, ${PAIRS}. Name a heading with a comma by --column.`,
    );
  return [column, heading];
}

function mergeColumns(pairs: Pair[]): CsvColumns {
  if (pairs.length === 0) throw new Misuse(`Name the columns by --columns or --column, such as at=Date, ${PAIRS}.`);
  const names = pairs.map(([column]) => column);
  const twice = names.find((column, n) => names.indexOf(column) !== n);
  if (twice !== undefined) throw new Misuse(`The column ${twice} is named twice.`);
  return Object.fromEntries(pairs);
}

export function zoneArgument(text: string): string {
  if (!isZone(text)) throw new InvalidArgumentError('It must be an offset such as +01:00, -04:00 or Z.');
  return text;
}

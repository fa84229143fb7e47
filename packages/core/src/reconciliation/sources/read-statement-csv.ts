import { createHash } from 'node:crypto';
import type { StatementRow } from '../../provider/provider.port';
import { readCsv } from './read-csv';

/**
 * The columns of a file by their headings. The amount is one column with the `direction` in another, or with a sign (a
 * debit is below zero), or one column for debits and one for credits. Without `id`, equal rows of one file are counted.
 */
export const csvColumns = [
  'id',
  'at',
  'amount',
  'direction',
  'debit',
  'credit',
  'reference',
  'transaction',
  'before',
  'after',
] as const;
export type CsvColumn = (typeof csvColumns)[number];
export type CsvColumns = Partial<Record<CsvColumn, string>>;

/** `zone`: of the times that name none, such as `+01:00`. */
export type CsvShape = { columns: CsvColumns; zone: string };

export type ReadStatement = { kind: 'read'; rows: StatementRow[] } | { kind: 'unreadable'; faults: string[] };

const MOST_FAULTS = 20;

/**
 * Reads the movements of a file. A row that is not readable makes the whole file unreadable: half of it would be wrong.
 */
export function readStatementCsv(text: string, { columns, zone }: CsvShape): ReadStatement {
  let records: string[][];
  try {
    records = readCsv(text);
  } catch (error) {
    return { kind: 'unreadable', faults: [error instanceof Error ? error.message : String(error)] };
  }
  const [headings = [], ...lines] = records;
  const missing = missingColumns(columns, headings);
  if (missing.length > 0) return { kind: 'unreadable', faults: missing };
  const rows: StatementRow[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  for (const [n, line] of lines.entries()) {
    const read = readRow(line, headings, { columns, zone }, seen);
    if (typeof read === 'string') faults.push(`row ${n + 1}: ${read}`);
    else rows.push(read);
    if (faults.length === MOST_FAULTS) break;
  }
  if (faults.length === 0 && rows.length === 0) faults.push('it has no rows');
  return faults.length > 0 ? { kind: 'unreadable', faults } : { kind: 'read', rows };
}

function missingColumns(columns: CsvColumns, headings: string[]): string[] {
  const faults = Object.entries(columns).flatMap(([column, heading]) =>
    headings.includes(heading) ? [] : [`there is no column "${heading}" (${column})`],
  );
  if (columns.at === undefined) faults.push('no column is named for the time (at)');
  const hasAmount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  if (!hasAmount) faults.push('no column is named for the amount (amount, or debit and credit)');
  return faults;
}

/** A row, or what is wrong with it. */
function readRow(
  line: string[],
  headings: string[],
  { columns, zone }: CsvShape,
  seen: Map<string, number>,
): StatementRow | string {
  if (line.length !== headings.length) return `it has ${line.length} cells, and there are ${headings.length} headings`;
  const raw = Object.fromEntries(headings.map((heading, n) => [heading, line[n] ?? '']));
  const cell = (column: CsvColumn) => (columns[column] === undefined ? '' : (raw[columns[column]] ?? '').trim());
  const at = readTime(cell('at'), zone);
  if (at === null) return `"${cell('at')}" is no time`;
  const moved = readMovement(cell);
  if (moved === null) return 'its amount is not naira with at most two decimals, or has no direction';
  const [before, after] = [readSigned(cell('before')), readSigned(cell('after'))];
  if ((cell('before') !== '' && before === null) || (cell('after') !== '' && after === null))
    return 'a balance is not naira with at most two decimals';
  const [providerRef, providerTransactionId] = [cell('reference') || null, cell('transaction') || null];
  const isNamed = providerRef !== null || providerTransactionId !== null;
  return {
    rowId: cell('id') || countedId(line, seen),
    ...{ at, ...moved, kind: isNamed && moved.direction === 'debit' ? 'sale' : 'other' },
    ...{ providerRef, providerTransactionId, balanceBeforeKobo: before, balanceAfterKobo: after, raw },
  };
}

/** The same row of the same file again has the same id, and a second equal row in one file has another. */
function countedId(line: string[], seen: Map<string, number>): string {
  const digest = createHash('sha256').update(JSON.stringify(line)).digest('hex').slice(0, 32);
  const count = (seen.get(digest) ?? 0) + 1;
  seen.set(digest, count);
  return `csv-${digest}-${count}`;
}

type Movement = Pick<StatementRow, 'direction' | 'amountKobo'>;

function readMovement(cell: (column: CsvColumn) => string): Movement | null {
  const signed = readSigned(cell('amount'));
  if (signed !== null) {
    const amountKobo = signed < 0n ? -signed : signed;
    if (cell('direction') === '') return { direction: signed < 0n ? 'debit' : 'credit', amountKobo };
    const direction = DIRECTIONS.get(cell('direction').toLowerCase());
    return direction === undefined ? null : { direction, amountKobo };
  }
  const [debit, credit] = [readSigned(cell('debit')) ?? 0n, readSigned(cell('credit')) ?? 0n];
  if ((debit === 0n) === (credit === 0n)) return null;
  const amountKobo = debit === 0n ? credit : debit;
  return { direction: debit === 0n ? 'credit' : 'debit', amountKobo: amountKobo < 0n ? -amountKobo : amountKobo };
}

const DIRECTIONS = new Map<string, Movement['direction']>([
  ...['debit', 'dr', 'd', 'out'].map((word) => [word, 'debit'] as const),
  ...['credit', 'cr', 'c', 'in'].map((word) => [word, 'credit'] as const),
]);

/** Naira with a sign, thousands in commas, and a currency before it; in kobo. */
function readSigned(text: string): bigint | null {
  const match = /^([-+]?)(?:NGN|₦|N)? ?([-+]?)((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15}))(?:\.([0-9]{1,2})0*)?$/.exec(
    text,
  );
  if (match === null) return null;
  const [, sign, second, whole = '', decimals = ''] = match;
  const kobo = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '-' || second === '-' ? -kobo : kobo;
}

/** `2026-11-20T09:05:00Z`, `2026-11-20 09:05`, or `20/11/2026 09:05:00` with the day first. */
function readTime(text: string, zone: string): Date | null {
  const local = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})[ T](.+)$/.exec(text);
  const iso = local === null ? text.replace(' ', 'T') : `${local[3]}-${local[2]}-${local[1]}T${local[4]}`;
  const match =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)(Z|[+-][0-9]{2}:?[0-9]{2})?$/.exec(
      iso,
    );
  if (match === null) return null;
  const [, day = '', clock = '', own] = match;
  const offset = (own ?? zone).replace(/^([+-][0-9]{2})([0-9]{2})$/, '$1:$2');
  const at = new Date(`${day}T${clock}${offset}`);
  const isThere =
    !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return Number.isNaN(at.getTime()) || !isThere ? null : at;
}

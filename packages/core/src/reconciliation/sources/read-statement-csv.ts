import { createHash } from 'node:crypto';
import type { StatementRow } from '../../provider/provider.port';
import { readSigned, readTime, referenceFault } from './read-cells';
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

/** The names of a row: a file may have one column for all of these. */
const NAMES: readonly CsvColumn[] = ['id', 'reference', 'transaction'];

/** `zone`: of the times that name none, such as `+01:00`. */
export type CsvShape = { columns: CsvColumns; zone: string };

type ReadStatement = { kind: 'read'; rows: StatementRow[] } | { kind: 'unreadable'; faults: string[] };

const MOST_FAULTS = 20;
/** A statement has some ten columns; each is named in messages and shown on a page. */
const MOST_COLUMNS = 100;

/**
 * Reads the movements of a file. A row that is not readable makes the whole file unreadable: half of it would be wrong.
 * A row whose cells are all empty is none.
 */
export function readStatementCsv(text: string, { columns, zone }: CsvShape): ReadStatement {
  const table = readTable(text);
  if (table.kind === 'unreadable') return table;
  const { headings } = table;
  const fault = columnsFault(columns, headings);
  if (fault !== null) return { kind: 'unreadable', faults: [fault] };
  const rows: StatementRow[] = [];
  const faults: string[] = [];
  const idOf = createIds();
  for (const { n, cells } of table.lines) {
    const read = readRow(cells, headings, { columns, zone }, idOf, n);
    if (typeof read === 'string') faults.push(`row ${n}: ${read}`);
    else rows.push(read);
    if (faults.length === MOST_FAULTS) break;
  }
  if (faults.length === 0 && rows.length === 0) faults.push('it has no rows');
  return faults.length > 0 ? { kind: 'unreadable', faults } : { kind: 'read', rows };
}

/** `n`: the number of a row, counted from 1 below the headings. */
type Table = { kind: 'table'; headings: string[]; lines: { n: number; cells: string[] }[] };

/** The headings of a file and its rows, as texts. */
export function readTable(text: string): Table | Extract<ReadStatement, { kind: 'unreadable' }> {
  const unreadable = (fault: string) => ({ kind: 'unreadable' as const, faults: [fault] });
  let records: string[][];
  try {
    records = readCsv(text);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
  for (const [n, cells] of records.entries()) {
    const fault = textFault(cells);
    if (fault !== null) return unreadable(`${n === 0 ? 'the headings' : `row ${n}`}: ${fault}`);
  }
  const [first = [], ...rest] = records;
  const headings = first.map((heading, n) => heading.trim() || `column ${n + 1}`);
  if (headings.length > MOST_COLUMNS)
    return unreadable(`it has ${headings.length} columns, the most is ${MOST_COLUMNS}`);
  const twice = headings.find((heading, n) => headings.indexOf(heading) < n);
  if (twice !== undefined) return unreadable(`more than one column has the heading "${twice}"`);
  const lines = rest.map((cells, n) => ({ n: n + 1, cells }));
  return { kind: 'table', headings, lines: lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) };
}

/** Line breaks and tabs may be in a cell; PostgreSQL keeps neither a NUL nor half a character. */
function textFault(cells: string[]): string | null {
  const control = cells.map((cell) => /[^\P{Cc}\t\r\n]/u.exec(cell)?.[0]).find((found) => found !== undefined);
  if (control !== undefined)
    return `it has the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return cells.every((cell) => cell.isWellFormed()) ? null : 'it is not whole Unicode';
}

/** Returns the fault of the columns for this file; null when they fit. */
function columnsFault(columns: CsvColumns, headings: string[]): string | null {
  const named = Object.entries(columns);
  const missing = named.filter(([, heading]) => !headings.includes(heading));
  const list = (texts: string[]) => texts.map((text) => `"${text}"`).join(', ');
  if (missing.length > 0) {
    const lacking = missing.map(([column, heading]) => `"${heading}" (${column})`).join(', ');
    return `there is no column ${lacking}; its headings are ${list(headings)}`;
  }
  for (const heading of headings) {
    const chosen = csvColumns.filter((column) => columns[column] === heading);
    if (chosen.length > 1 && !chosen.every((column) => NAMES.includes(column)))
      return `the column "${heading}" is chosen for ${chosen.join(' and ')}; each of them needs its own`;
  }
  const its = `; its headings are ${list(headings)}`;
  if (columns.at === undefined) return `no column is chosen for the time (at)${its}`;
  const isSplit = columns.debit !== undefined || columns.credit !== undefined;
  if (isSplit && (columns.amount !== undefined || columns.direction !== undefined))
    return 'choose either amount, or debit and credit';
  const hasAmount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return hasAmount ? null : `no column is chosen for the amount (amount, or debit and credit)${its}`;
}

/** A row, or what is wrong with it. */
function readRow(line: string[], headings: string[], shape: CsvShape, idOf: IdOf, n: number): StatementRow | string {
  const { columns, zone } = shape;
  if (line.length !== headings.length) return `it has ${line.length} cells, but there are ${headings.length} headings`;
  const raw = Object.fromEntries(headings.map((heading, n) => [heading, line[n] ?? '']));
  const cell = (column: CsvColumn) => (columns[column] === undefined ? '' : (raw[columns[column]] ?? '').trim());
  const at = readTime(cell('at'), zone);
  if (at === null) return `"${cell('at')}" is not a time`;
  const moved = columns.amount === undefined ? readSplit(cell) : readAmount(cell, columns.direction !== undefined);
  if (typeof moved === 'string') return moved;
  const [before, after] = [readSigned(cell('before')), readSigned(cell('after'))];
  if ((cell('before') !== '' && before === null) || (cell('after') !== '' && after === null))
    return 'a balance is not naira with at most two decimals';
  for (const column of NAMES) {
    const fault = referenceFault(cell(column));
    if (fault !== null) return `its ${column} "${cell(column)}" ${fault}. Import the file as the provider made it`;
  }
  const rowId = idOf(cell('id'), line, n);
  if (typeof rowId === 'number') return `its id "${cell('id')}" is the id of row ${rowId} too`;
  const [providerRef, providerTransactionId] = [cell('reference') || null, cell('transaction') || null];
  const isNamed = providerRef !== null || providerTransactionId !== null;
  return {
    rowId,
    at,
    ...moved,
    kind: isNamed && moved.direction === 'debit' ? 'sale' : 'other',
    providerRef,
    providerTransactionId,
    balanceBeforeKobo: before,
    balanceAfterKobo: after,
    raw,
  };
}

/** The id of a row, or the number of another row that has it. */
type IdOf = (own: string, line: string[], n: number) => string | number;

/**
 * The ids of the rows of one file. Without an id of its own, a row of the same file again has the same one, and a
 * second equal row in one file has another.
 */
function createIds(): IdOf {
  const counts = new Map<string, number>();
  const owners = new Map<string, { n: number; text: string }>();
  return (own, line, n) => {
    const text = JSON.stringify(line);
    if (own !== '') {
      const owner = owners.get(own) ?? { n, text };
      owners.set(own, owner);
      return owner.text === text ? own : owner.n;
    }
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    return `csv-${digest}-${count}`;
  };
}

type Movement = Pick<StatementRow, 'direction' | 'amountKobo'>;
type Cells = (column: CsvColumn) => string;

const NO_NAIRA = 'is not naira with at most two decimals';

/** The movement of an amount with a sign, or with its direction in another column; or what is wrong with it. */
function readAmount(cell: Cells, hasDirection: boolean): Movement | string {
  const signed = readSigned(cell('amount'));
  if (signed === null) return `its amount "${cell('amount')}" ${NO_NAIRA}`;
  if (!hasDirection) return { direction: signed < 0n ? 'debit' : 'credit', amountKobo: signed < 0n ? -signed : signed };
  const word = cell('direction').toLowerCase();
  const direction = DEBIT.includes(word) ? 'debit' : CREDIT.includes(word) ? 'credit' : null;
  if (direction === null) return `its direction "${cell('direction')}" is neither debit nor credit`;
  if (signed < 0n) return `its amount "${cell('amount')}" has a sign, and its direction is in another column`;
  return { direction, amountKobo: signed };
}

/** The movement of two columns when one has an amount; otherwise what is wrong with it. */
function readSplit(cell: Cells): Movement | string {
  const kobo = { debit: 0n, credit: 0n };
  for (const direction of ['debit', 'credit'] as const) {
    const text = cell(direction);
    const read = text === '' ? 0n : readSigned(text);
    if (read === null || read < 0n) return `its ${direction} "${text}" ${NO_NAIRA}, from zero on`;
    kobo[direction] = read;
  }
  if (kobo.debit > 0n && kobo.credit > 0n) return 'it has a debit and a credit';
  if (kobo.debit === 0n && kobo.credit === 0n) return 'it has no amount';
  const direction = kobo.debit > 0n ? 'debit' : 'credit';
  return { direction, amountKobo: kobo[direction] };
}

const DEBIT = ['debit', 'dr', 'd', 'out'];
const CREDIT = ['credit', 'cr', 'c', 'in'];

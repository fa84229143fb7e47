import { pipeline } from 'node:stream/promises';
import { type FairQuota, runInQuota } from '@topup/core/flow';
import { escapeFormula, formatNaira, toWire, type Wire } from '@topup/core/shared';
import { dayIn, timeIn } from '@topup/core/time';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { Refusal } from './refusal';

/** A file whose rows are read page by page. */
type CsvFile<Row> = {
  /** Without the date and `.csv`. */
  name: string;
  /** The period of the file, in place of the date on which it is made. */
  period?: string;
  now: Date;
  /** In which its reader reads times (`timeZoneOf`). */
  zone: string;
  columns: readonly CsvColumn<Row>[];
  pages: AsyncGenerator<Row[], void, void>;
};

/**
 * The title of a column, and its value in a row; null is an empty cell. `time` writes a time in the zone of the file,
 * with its offset. What a spreadsheet would take for a formula is escaped when the file is sent.
 */
export type CsvColumn<Row> = [title: string, cell: (row: Row, time: WriteTime) => CsvCell];
type CsvCell = string | number | boolean | null;
type WriteTime = (at: Date) => string;

type Camel<Title extends string> = Title extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Title;

/** The titles of a header line that are no field of the row. */
type Strange<Header, Row> = Header extends `${infer Title},${infer Rest}`
  ? Strange<Title, Row> | Strange<Rest, Row>
  : Header extends string
    ? Camel<Header> extends keyof Wire<Row>
      ? never
      : Header
    : never;

/**
 * The columns of a file of records, as its header line has them (`id,found_at,difference`), with such between that are
 * no field. `differenceKobo` has the title `difference`. Texts of a list are joined by a space. Facts are JSON, and no
 * facts an empty cell.
 */
export const columnsOf =
  <Row extends object>() =>
  <const Parts extends readonly (string | Readonly<CsvColumn<Row>>)[]>(parts: Parts): Checked<Parts[number], Row> =>
    parts.flatMap((part): CsvColumn<Row>[] =>
      typeof part === 'string' ? part.split(',').map(fieldColumn) : [[part[0], part[1]]],
    ) as Checked<Parts[number], Row>;

/** A title that is no field is no list of columns: a file of it does not compile. */
type Checked<Part, Row> = [Strange<Part, Row>] extends [never] ? CsvColumn<Row>[] : Strange<Part, Row>;

/** The account that a row names. */
export const OF_ACCOUNT: CsvColumn<{ account: { id: string; name: string } | null }>[] = [
  ['account_id', ({ account }) => account?.id ?? null],
  ['account', ({ account }) => account?.name ?? null],
];

function fieldColumn(title: string): CsvColumn<object> {
  const name = title.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return [
    title,
    (row, time) => {
      const fields = row as Record<string, unknown>;
      const amount = fields[`${name}Kobo`];
      return typeof amount === 'bigint' ? formatNaira(amount) : toCell(fields[name], time);
    },
  ];
}

function toCell(value: unknown, time: WriteTime): CsvCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return time(value);
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : JSON.stringify(toWire(value));
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/**
 * Streams a file by RFC 4180 with a header line. With the query `for=spreadsheet` it begins with a byte order mark, and
 * phones, meters, references and ids are texts (`="08031234567"`), which a spreadsheet would cut. The next page is read
 * when the client has taken the last one. A failure on the way closes the connection before the end of the answer, so
 * that the client sees that rows are missing.
 */
export async function sendCsv<Row>(response: Response, file: CsvFile<Row>): Promise<void> {
  const { name, now, zone, columns, pages, period = dayIn(zone, now) } = file;
  const time: WriteTime = (at) => timeIn(zone, at);
  const { for: reader } = response.req.query;
  if (reader !== undefined && reader !== 'spreadsheet')
    throw new Refusal(400, 'validation_failed', 'for must be spreadsheet, or absent for CSV by RFC 4180');
  const bom = reader === 'spreadsheet';
  const toText = bom ? spreadsheetText : cellText;
  const first = await pages.next(); // a failure here still returns an error, like any other
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('Content-Disposition', `attachment; filename="${name}-${period}.csv"`);
  const lines = async function* () {
    for (let page = first; !page.done; page = await pages.next()) {
      for (const row of page.value) yield columns.map(([, cell]) => toText(cell(row, time)));
    }
  };
  try {
    await pipeline(
      lines,
      stringify({ bom, header: true, columns: columns.map(([title]) => title), record_delimiter: 'windows' }),
      response,
    );
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    await pages.return();
  }
}

/** Money below zero stays a number. */
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

const cellText = (cell: CsvCell): string => {
  const text = String(cell ?? '');
  return NUMBER.test(text) ? text : escapeFormula(text);
};

const AMOUNT = /^-?[0-9]+\.[0-9]{2}$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/;
/** Without quotes and separators, so that the formula around it is no more than its text. */
const CODE = /^[A-Za-z0-9+._:/#-]*[0-9][A-Za-z0-9+._:/#-]*$/;

const spreadsheetText = (cell: CsvCell): string =>
  typeof cell === 'string' && CODE.test(cell) && cell.length <= 200 && !AMOUNT.test(cell) && !TIME.test(cell)
    ? `="${cell}"`
    : cellText(cell);

/** Files that one process sends at a time: each reads pages of 1,000 rows for as long as its client takes them. */
export const MOST_EXPORTS = 32;

/** Operators have the quota of one account together. */
export const OPERATORS = 'operators';

/** Sends a file to a user of the account. @throws Refusal 429 when the account has its quota of them open */
export async function exportCsv<Row>(
  quota: FairQuota,
  accountId: string,
  response: Response,
  file: CsvFile<Row>,
): Promise<void> {
  const refuse = () => {
    response.setHeader('Retry-After', '5');
    return new Refusal(429, 'busy', 'Too many exports are running for your account. Try again when one has finished.');
  };
  await runInQuota(quota, accountId, refuse, () => sendCsv(response, file));
}

const isClientGone = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

import { renameSync, writeFileSync } from 'node:fs';
import { type BatchNote, type BatchRow, OutcomeUnknownError, TopUpError } from '@topup/client';
import { EXIT, type Report, table } from '../output';
import type { Noted, RowStatus } from './journal';
import { decimalOf, koboOf, nairaOf } from './money';

/** A row, and what became of it. */
export type ReportedRow = {
  row: number;
  product: string;
  phone: string;
  amount: string | null;
  reference: string;
  status: RowStatus;
  message: string;
};

export function reportedRow(row: BatchRow, noted: Noted, reference: string): ReportedRow {
  const { product, phone, amountKobo } = row;
  const amount = amountKobo === undefined ? (noted.price ?? noted.charged ?? null) : decimalOf(amountKobo);
  return { row: row.row, product, phone, amount, reference, status: noted.status, message: noted.message ?? '' };
}

const STATUSES = ['successful', 'pending', 'unknown', 'failed', 'refused', 'unsent'] as const satisfies RowStatus[];

export type Counts = Record<RowStatus, number>;
const countsOf = (rows: readonly ReportedRow[]): Counts =>
  Object.fromEntries(STATUSES.map((each) => [each, rows.filter(({ status }) => status === each).length])) as Counts;

/** `stopped`: why rows are left, or null. `result`: the file that has the rows, or null. */
export type Batch = {
  name: string;
  rows: ReportedRow[];
  noted: Noted[];
  notes: BatchNote[];
  stopped: unknown;
  result: string | null;
};

/** What became of the rows. It exits with 0 if all are successful, and with 3 while the outcome of one is not known. */
export function reportOf({ name, rows, noted, notes, stopped, result }: Batch): Report {
  const counts = countsOf(rows);
  const charged = noted.filter(({ status }) => status === 'successful' || status === 'pending');
  const paid = charged.reduce((sum, { charged: each = '0' }) => sum + koboOf(each), 0n);
  const lines = [
    `${rows.length} rows: ${STATUSES.filter((each) => counts[each] > 0)
      .map((each) => `${counts[each]} ${each}`)
      .join(', ')}. Paid: ${nairaOf(paid)}.`,
    ...restOf(rows),
    ...(result === null ? [] : [`Result: ${result}`]),
    ...(stopped === null ? [] : [`Stopped: ${reasonOf(stopped)}`]),
    ...(counts.unsent + counts.unknown + counts.pending > 0 ? ['Run `topup batch buy` again to go on.'] : []),
  ];
  const isOpen = counts.unknown + counts.pending > 0;
  const exitCode = isOpen ? EXIT.UNKNOWN : counts.successful === rows.length ? 0 : EXIT.FAILED;
  const why = stopped === null ? null : { code: codeOf(stopped), message: reasonOf(stopped) };
  return {
    json: { batch: name, counts, paid: decimalOf(paid), stopped: why, result, notes, rows },
    text: lines.join('\n'),
    exitCode,
  };
}

/** The rows that a person has to look at. */
function restOf(rows: readonly ReportedRow[]): string[] {
  const rest = rows.filter(({ status }) => status !== 'successful' && status !== 'unsent');
  if (rest.length === 0) return [];
  const cells = rest.map(({ row, phone, reference, status, message }) => [
    String(row),
    phone,
    reference,
    status,
    message,
  ]);
  return [table(['ROW', 'PHONE', 'REFERENCE', 'STATUS', 'MESSAGE'], cells, '')];
}

const NEXT: Readonly<Record<string, string>> = {
  insufficient_balance: 'Fund the wallet.',
  key_limit_reached: 'Use another key of the account, or wait until tomorrow.',
  price_changed: 'The next run asks with the new price.',
};

const codeOf = (error: unknown): string | null => (error instanceof TopUpError ? error.code : null);

function reasonOf(error: unknown): string {
  if (error instanceof OutcomeUnknownError)
    return `Nobody knows yet what became of ${error.reference}. The next run asks again.`;
  if (!(error instanceof TopUpError)) return error instanceof Error ? error.message : String(error);
  return [error.message, error.detail, NEXT[error.code ?? '']].filter(Boolean).join(' ');
}

/** Writes the result beside the CSV; a reader never sees half of it. */
export function writeResult(file: string, rows: readonly ReportedRow[]): void {
  const columns = ['row', 'product', 'phone', 'amount', 'reference', 'status', 'message'] as const;
  const lines = rows.map((row) => columns.map((column) => cellOf(String(row[column] ?? ''))));
  const text = [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** By RFC 4180. A spreadsheet reads what begins like a formula as text. */
function cellOf(text: string): string {
  const safe = text.replace(/^(?=\s*[=+\-@＝＋－＠])/, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

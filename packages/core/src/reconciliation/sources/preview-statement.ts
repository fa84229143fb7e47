import { lagosMidnight } from '../../time/lagos-time';
import { type CsvColumn, type CsvColumns, csvColumns, readStatementCsv, readTable } from './read-statement-csv';
import type { Range } from './statement.store';

/** `columns`: those that were asked for, or proposed. `range`: the probable one; null while the file has faults. */
type StatementPreview = {
  headings: string[];
  first: string[][];
  rows: number;
  columns: CsvColumns;
  range: Range | null;
  faults: string[];
};

const SHOWN_ROWS = 5;
const SECOND_MS = 1_000;

/** Reads a file as its import would, and keeps nothing. Without `columns`, they are proposed by the headings. */
export function previewStatement(
  text: string,
  { columns: asked, zone, now }: { columns?: CsvColumns | undefined; zone: string; now: Date },
): StatementPreview {
  const table = readTable(text);
  if (table.kind === 'unreadable')
    return { headings: [], first: [], rows: 0, columns: {}, range: null, faults: table.faults };
  const { headings, lines } = table;
  const columns = asked ?? proposeColumns(headings);
  const read = readStatementCsv(text, { columns, zone });
  return {
    headings,
    first: lines.slice(0, SHOWN_ROWS).map(({ cells }) => cells),
    rows: lines.length,
    columns,
    ...(read.kind === 'read' ? { range: rangeOf(read.rows, now), faults: [] } : { range: null, faults: read.faults }),
  };
}

/** Whole days in Lagos; on the day of today up to the last row, because the day is not over. */
function rangeOf(rows: { at: Date }[], now: Date): Range {
  const times = rows.map(({ at }) => at.getTime()).sort((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const end = lagosMidnight(new Date(last), -1);
  const afterLast = new Date((Math.floor(last / SECOND_MS) + 1) * SECOND_MS);
  return { from: lagosMidnight(new Date(first)), to: end <= now ? end : afterLast };
}

/** Usual column names of providers and banks, in small letters and without signs; the first that is there is taken. */
const USUAL: Record<CsvColumn, readonly string[]> = {
  id: ['id', 'rowid', 'entryid', 'wallettransactionreference'],
  at: ['date', 'datetime', 'time', 'transactiondate', 'transactiontime', 'createdat', 'createdon', 'timestamp'],
  amount: ['amount', 'transactionamount', 'amountngn', 'value'],
  direction: ['direction', 'type', 'transactiontype', 'drcr', 'debitcredit', 'entrytype'],
  debit: ['debit', 'debits', 'debitamount', 'withdrawal', 'moneyout', 'out'],
  credit: ['credit', 'credits', 'creditamount', 'deposit', 'moneyin', 'in'],
  reference: ['requestid', 'reference', 'customidentifier', 'ourreference', 'merchantreference', 'ref'],
  transaction: ['transactionid', 'transactionreference', 'providerreference', 'transaction'],
  before: ['balancebefore', 'before', 'openingbalance', 'previousbalance', 'opening'],
  after: ['balanceafter', 'after', 'closingbalance', 'newbalance', 'closing', 'balance'],
};

/** The columns that these headings name. A person looks at them. */
export function proposeColumns(headings: string[]): CsvColumns {
  const plain = headings.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const found = new Map<CsvColumn, string>();
  for (const column of csvColumns) {
    const name = USUAL[column].find((each) => plain.includes(each));
    if (name !== undefined) found.set(column, headings[plain.indexOf(name)] ?? '');
  }
  const isSplit = found.has('debit') && found.has('credit');
  for (const column of isSplit ? (['amount', 'direction'] as const) : (['debit', 'credit'] as const))
    found.delete(column);
  if (!found.has('amount')) found.delete('direction');
  return Object.fromEntries(found);
}

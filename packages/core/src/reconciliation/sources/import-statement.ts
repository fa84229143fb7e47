import type { Db } from '../../shared/db';
import { type CsvShape, readStatementCsv } from './read-statement-csv';
import { type Range, type Recorded, recordPull, recordRows } from './statement.store';

/** `range`: what the file covers completely, as the person who imports it says. */
export type StatementFile = { provider: string; text: string; shape: CsvShape; range: Range };

export type Imported = ({ kind: 'imported'; rows: number } & Recorded) | { kind: 'csv_unreadable'; faults: string[] };

/** Keeps the rows of a CSV file of any provider. The same file again adds nothing. */
export async function importStatement(db: Db, { provider, text, shape, range }: StatementFile): Promise<Imported> {
  const read = readStatementCsv(text, shape);
  if (read.kind === 'unreadable') return { kind: 'csv_unreadable', faults: read.faults };
  const outside = read.rows.filter(({ at }) => at < range.from || at >= range.to).length;
  if (outside > 0) return { kind: 'csv_unreadable', faults: [`${outside} rows are not of the days that it covers`] };
  const recorded = await recordRows(db, provider, 'csv', read.rows);
  const rows = read.rows.length;
  const span = { provider, source: 'csv', since: range.from, until: range.to } as const;
  await recordPull(db, { ...span, rows, added: recorded.added, fault: null });
  return { kind: 'imported', rows, ...recorded };
}

import { createHash } from 'node:crypto';
import type { By } from '../../audit/actor';
import { recording, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db } from '../../shared/db';
import { reconciliationActions } from '../reconciliation-actions';
import { type CsvShape, readStatementCsv } from './read-statement-csv';
import {
  deleteImport,
  listApiSpans,
  type Range,
  type Recorded,
  recordPull,
  recordRowsIn,
  setAdded,
  type Withdrawal,
} from './statement.store';
import { now } from './turn.store';

/** `range`: what the file covers completely, as the person who imports it says. */
export type StatementFile = { provider: string; text: string; shape: CsvShape; range: Range };

/** `skipped`: rows of a time that the provider's API has read. `digest`: SHA-256 of the file. */
export type Imported =
  | ({ kind: 'imported'; rows: number; skipped: number; digest: string } & Recorded)
  | Refused<'csv_unreadable' | 'range_not_over'>;

const TIMEOUT_MS = 60_000;

/**
 * Keeps the rows of a CSV file of any provider; the same file again adds nothing. Of a time that the provider's API has
 * read nothing is kept: both would say the same under other ids.
 */
export async function importStatement(db: Db, by: By, file: StatementFile): Promise<Imported> {
  const { provider, text, shape, range } = file;
  const read = readStatementCsv(text, shape);
  if (read.kind === 'unreadable') return { kind: 'csv_unreadable', faults: read.faults };
  if (range.to > (await now(db))) return { kind: 'range_not_over', until: range.to };
  const [first, ...others] = read.rows.filter(({ at }) => !isIn(range, at));
  if (first !== undefined) {
    const fault = `rows outside the range: ${1 + others.length}, the first of ${first.at.toISOString()}`;
    return { kind: 'csv_unreadable', faults: [fault] };
  }
  const digest = createHash('sha256').update(text).digest('hex');
  const rows = read.rows.length;
  return withAuditLog<Imported>(
    db,
    by,
    async (tx) => {
      const spans = await listApiSpans(tx, provider);
      const fresh = read.rows.filter((row) => !spans.some((span) => isIn(span, row.at)));
      const span = { provider, source: 'csv', since: range.from, until: range.to } as const;
      const pullId = await recordPull(tx, { ...span, rows, added: 0, fault: null });
      const recorded = await recordRowsIn(tx, { provider, source: 'csv', rows: fresh, pullId });
      await setAdded(tx, pullId, recorded.added);
      const counts = { rows, skipped: rows - fresh.length, digest, ...recorded };
      const action = reconciliationActions.imported({ provider, ...range, ...counts });
      return { result: { kind: 'imported', ...counts }, action };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

const isIn = ({ from, to }: Range, at: Date): boolean => at >= from && at < to;

/**
 * Takes back an import as a whole, until a day of it is closed: its rows are deleted, and it covers no time any more.
 */
export const withdrawImport = (db: Db, by: By, id: bigint): Promise<Withdrawal> =>
  withAuditLog<Withdrawal>(
    db,
    by,
    async (tx) => recording(await deleteImport(tx, id), (done) => reconciliationActions.withdrawn({ id, ...done })),
    { timeoutMs: TIMEOUT_MS },
  );

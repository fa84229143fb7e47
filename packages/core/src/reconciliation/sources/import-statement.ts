import { createHash } from 'node:crypto';
import type { By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
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
 * Keeps the rows of a CSV file of any provider, and records that in the audit log. The same file again adds nothing. Of
 * a time that the provider's API has read nothing is kept: both would say the same under other ids.
 */
export async function importStatement(
  db: Db,
  by: By,
  { provider, text, shape, range }: StatementFile,
): Promise<Imported> {
  const read = readStatementCsv(text, shape);
  if (read.kind === 'unreadable') return { kind: 'csv_unreadable', faults: read.faults };
  if (range.to > (await now(db))) return { kind: 'range_not_over', until: range.to };
  const isIn =
    ({ from, to }: Range) =>
    ({ at }: { at: Date }) =>
      at >= from && at < to;
  const outside = read.rows.filter((row) => !isIn(range)(row));
  if (outside[0] !== undefined)
    return {
      kind: 'csv_unreadable',
      faults: [`rows outside the range: ${outside.length}, the first of ${outside[0].at.toISOString()}`],
    };
  const digest = createHash('sha256').update(text).digest('hex');
  const rows = read.rows.length;
  return withAuditLog<Imported>(
    db,
    by,
    async (tx) => {
      const spans = await listApiSpans(tx, provider);
      const fresh = read.rows.filter((row) => !spans.some((span) => isIn(span)(row)));
      const span = { provider, source: 'csv', since: range.from, until: range.to } as const;
      const pullId = await recordPull(tx, { ...span, rows, added: 0, fault: null });
      const recorded = await recordRowsIn(tx, { provider, source: 'csv', rows: fresh, pullId });
      await setAdded(tx, pullId, recorded.added);
      const skipped = rows - fresh.length;
      const action = reconciliationActions.imported({
        provider,
        ...range,
        rows,
        skipped,
        added: recorded.added,
        digest,
      });
      return { result: { kind: 'imported', rows, skipped, digest, ...recorded }, action };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

export type WithdrawnImport =
  | Extract<Withdrawal, { kind: 'withdrawn' }>
  | Refused<'no_such_import' | 'not_read' | 'rows_unknown' | 'import_day_closed'>;

/**
 * Takes back an import as a whole, and records that in the audit log: the rows that it brought are deleted, and it
 * covers no time any more. Only until a day of it is closed.
 */
export function withdrawImport(db: Db, by: By, id: bigint): Promise<WithdrawnImport> {
  return withAuditLog<WithdrawnImport>(
    db,
    by,
    async (tx) => {
      const outcome = await deleteImport(tx, id);
      if (outcome.kind === 'withdrawn')
        return { result: outcome, action: reconciliationActions.withdrawn({ id, ...outcome }) };
      return unchanged(
        outcome.kind === 'day_closed'
          ? { kind: 'import_day_closed', id, day: outcome.day }
          : { kind: outcome.kind, id },
      );
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { MATURE_MS } from '../judge/amounts.store';
import { judgeDay } from '../judge/judge-day';
import { reconciliationActions } from '../reconciliation-actions';
import type { DayReport, ReadDay } from '../records';
import { lockProvider } from '../sources/statement.store';
import { insertClosedDay, lastClosedDay } from './closed-day.store';
import { readDay } from './sum-day';

type CloseRefusal =
  | 'day_not_over'
  | 'day_closed_before'
  | 'day_before_is_open'
  | 'statement_incomplete'
  | 'day_has_open_orders'
  | 'day_has_findings'
  | 'day_drifts';

export type Closing = { kind: 'closed'; report: DayReport } | { kind: CloseRefusal; report: DayReport | null };

/** Closes a day with the name of a person. It never changes any more: later facts count for the first open day. */
export async function signDay(
  db: Db,
  by: By,
  which: { provider: string; day: string; now: Date },
): Promise<{ kind: 'closed'; signed: ReadDay } | Refused<CloseRefusal>> {
  const { provider, day } = which;
  const closing = await withAuditLog<{ kind: 'closed' } | Refused<CloseRefusal>>(db, by, async (tx) => {
    const { kind, report } = await closeDay(tx, { ...which, by: actorName(by.actor) });
    if (kind === 'closed') return { result: { kind }, action: reconciliationActions.closed(report) };
    const { openOrders: open = 0, openFindings: findings = 0, driftKobo = 0n, unexplainedKobo = 0n } = report ?? {};
    return unchanged({ kind, day, open, findings, driftKobo, unexplainedKobo });
  });
  if (closing.kind !== 'closed') return closing;
  const signed = await readDay(db, provider, day);
  if (signed === null) throw new Error('a day is closed that cannot be read');
  return { kind: 'closed', signed };
}

/**
 * Signs a day in Lagos at one provider, unless an order or a finding of it is open, or its sums differ by a kobo. Such
 * a drift is a finding, which the caller must commit.
 * @param by the person who signs it
 */
export async function closeDay(
  tx: DbOrTransaction,
  { provider, day, now, by }: { provider: string; day: string; now: Date; by: string },
): Promise<Closing> {
  await lockProvider(tx, provider, 'alone');
  if (now.getTime() < boundsOfDay(day).end.getTime() + MATURE_MS) return { kind: 'day_not_over', report: null };
  const before = await lastClosedDay(tx, provider);
  if (before !== null && day <= before.day) return { kind: 'day_closed_before', report: null };
  if (before !== null && addDays(before.day, 1) !== day) return { kind: 'day_before_is_open', report: null };
  const report = (await judgeDay(tx, { provider, day, isNext: true }))?.report ?? null;
  if (!report?.isComplete) return { kind: 'statement_incomplete', report };
  if (report.openOrders > 0) return { kind: 'day_has_open_orders', report };
  if (report.openFindings > report.drifts.open) return { kind: 'day_has_findings', report };
  if (report.driftKobo !== 0n || report.unexplainedKobo !== 0n) return { kind: 'day_drifts', report };
  const written = await insertClosedDay(tx, report, by);
  return written ? { kind: 'closed', report } : { kind: 'day_closed_before', report };
}

import type { DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { MATURE_MS } from '../judge/amounts.store';
import { judgeDay } from '../judge/judge-day';
import type { DayReport } from '../records';
import { lockProvider } from '../sources/statement.store';
import { insertClosedDay, lastClosedDay } from './closed-day.store';

export type CloseRefusal =
  | 'day_not_over'
  | 'day_closed_before'
  | 'day_before_is_open'
  | 'statement_incomplete'
  | 'day_has_open_orders'
  | 'day_has_findings'
  | 'day_drifts';

export type Closing = { kind: 'closed'; report: DayReport } | { kind: CloseRefusal; report: DayReport | null };

/**
 * Signs a day in Lagos at one provider, in the transaction of the caller. Nothing of it changes any more: what becomes
 * known later counts for the first day that is not closed. It is judged first, and declined while an order of it is
 * open, a finding is not resolved, or the sums differ by a kobo in either direction. Such a drift is then a finding,
 * which the caller must commit.
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

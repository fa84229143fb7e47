import type { Db } from '../../shared/db';
import { addDays, dayInLagos } from '../../time/lagos-time';
import { lastClosedDay } from '../decide/closed-day.store';
import type { WrittenFindings } from '../decide/finding.store';
import { lockProvider } from '../sources/statement.store';
import { readSpan } from './basis.store';
import { judgeDay } from './judge-day';

/** `days`: those that were judged, in Lagos; null when nothing was read or all of it is closed. */
export type Reconciled = {
  provider: string;
  days: { first: string; last: string } | null;
  matched: number;
} & WrittenFindings;

/** A day of 20,000 purchases takes a second, and each has a transaction of its own. */
const TIMEOUT_MS = 60_000;

/**
 * Compares a provider with our books, on all days that were read and are not closed. A second run writes no finding
 * again. `matureMs`: what was sent later than this before the end of the statements is left for the next run.
 */
export async function reconcile(db: Db, provider: string, given: { matureMs?: number } = {}): Promise<Reconciled> {
  const done: Reconciled = { provider, days: null, matched: 0, opened: 0, cleared: 0, open: 0 };
  const span = await readSpan(db, provider);
  if (span === null) return done;
  const closed = await lastClosedDay(db, provider);
  const from = dayInLagos(span.from);
  const to = dayInLagos(new Date(span.to.getTime() - 1));
  const first = closed !== null && closed.day >= from ? addDays(closed.day, 1) : from;
  for (let day = first; day <= to; day = addDays(day, 1)) {
    const judged = await db.$transaction(
      async (tx) => {
        await lockProvider(tx, provider, 'alone');
        return judgeDay(tx, { provider, day, isNext: done.days === null, ...given });
      },
      { timeout: TIMEOUT_MS },
    );
    if (judged === null) continue;
    done.days = { first: done.days?.first ?? day, last: day };
    done.matched += judged.matched;
    for (const count of ['opened', 'cleared', 'open'] as const) done[count] += judged.written[count];
  }
  return done;
}

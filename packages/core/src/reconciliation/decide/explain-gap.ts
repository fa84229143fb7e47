import type { Refused } from '../../errors/refusal-catalog';
import type { DbOrTransaction } from '../../shared/db';
import { boundsOfDay } from '../../time/lagos-time';
import { MATURE_MS } from '../judge/amounts.store';
import { readBasis } from '../judge/basis.store';
import { firstDayWithBalance, lastClosedDay } from './closed-day.store';
import { sumDay } from './sum-day';

/**
 * Says what was not read of a day that has no sums, or whose sums are not complete. If a file covers a first day and
 * gives no opening balance, a longer file gives none either.
 */
export async function explainGap(
  db: DbOrTransaction,
  { provider, day }: { provider: string; day: string },
): Promise<Refused<'statement_incomplete' | 'opening_unknown'>> {
  const basis = await readBasis(db, provider, day);
  if (
    basis === null ||
    (basis.kind === 'rows' && !basis.isRead && (basis.hasApi || (await opens(db, provider, day))))
  ) {
    const { start, end } = boundsOfDay(day);
    const needed = { from: start, to: new Date(end.getTime() + MATURE_MS) };
    const covered = basis === null ? null : { from: basis.from, to: basis.to };
    const hasApi = basis === null || basis.hasApi;
    return { kind: 'statement_incomplete', provider, day, needed, covered, hasApi };
  }
  return { kind: 'opening_unknown', provider, day, firstDay: await firstDayWithBalance(db, { provider, after: day }) };
}

/** Whether the balance is known with which a day opens. */
async function opens(db: DbOrTransaction, provider: string, day: string): Promise<boolean> {
  return (await lastClosedDay(db, provider)) !== null || (await sumDay(db, { provider, day, before: null })) !== null;
}

import { countSent, type SentCount } from '@topup/core/reporting';
import type { Clock, Db } from '@topup/core/shared';
import type { TimeSpan } from '@topup/core/time';
import type { ProviderRow } from '@topup/dashboard-contract';
import { cached } from '../../expiring-cache';

const HOUR_MS = 3_600_000;
const CACHE_MS = 15_000; // at a million purchases a day, an hour has 42,000 and takes 50 ms

/** Outcomes of the attempts for the purchases that were accepted in this hour. */
export type LastHour = { span: TimeSpan; sent: SentCount[] };

/** Counts the last hour by provider and product, at most every 15 s. */
export const createLastHour = ({ db, clock }: { db: Db; clock: Clock }): (() => Promise<LastHour>) =>
  cached(CACHE_MS, clock, async () => {
    const until = clock.now();
    const span = { since: new Date(until.getTime() - HOUR_MS), until };
    return { span, sent: await countSent(db, span) };
  });

/** No breaker opens for a few orders without an answer, or for those of one account. */
export function unansweredBy(provider: string, counted: SentCount[]): ProviderRow['unanswered'] {
  const sent = counted.filter((row) => row.provider === provider);
  const total = (name: 'sent' | 'unanswered') => sent.reduce((all, row) => all + row[name], 0);
  const lastMs = Math.max(...sent.map(({ lastUnansweredAt }) => lastUnansweredAt?.getTime() ?? 0));
  const orders = total('unanswered');
  return orders === 0 ? null : { orders, of: total('sent'), lastAt: new Date(lastMs).toISOString() };
}

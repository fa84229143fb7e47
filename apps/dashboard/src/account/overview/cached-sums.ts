import { type PurchaseSum, sumAccountPurchases } from '@topup/core/reporting';
import type { Clock, Db } from '@topup/core/shared';
import { type CachedSpans, createCachedSpans } from './cached-spans';

/** Spans, of 1 kB each. A month of 300 accounts is 9,000. */
const MAX_CACHED = 10_000;

/** The sums of accounts' purchases in spans of time, by product and present status. */
export const createCachedSums = ({ db, clock }: { db: Db; clock: Clock }): CachedSpans<PurchaseSum[]> =>
  createCachedSpans({
    clock,
    max: MAX_CACHED,
    count: (accountId, spans) => sumAccountPurchases(db, accountId, spans),
    hasOpen: (sums) => sums.some(({ status }) => status === 'initiated' || status === 'pending'),
  });

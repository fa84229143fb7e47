import { type MarginFilter, type MarginGroup, type MarginSum, sumMargins } from '@topup/core/reporting';
import type { Clock, Db } from '@topup/core/shared';
import type { TimeSpan } from '@topup/core/time';
import { createExpiringCache } from '../../expiring-cache';

/** The margins of days, cached in this process: 15 s while a day is recent, 10 min when it is older. */
export type MarginSums = {
  read(by: MarginGroup, day: TimeSpan, filter: MarginFilter): Promise<MarginSum[]>;
};

/** Within two days nearly every purchase is final, and its margin with it. */
const RECENT_MS = 2 * 86_400_000;
const CACHE_RECENT_MS = 15_000;
const CACHE_OLD_MS = 600_000;
/** A quarter by day and by something else. A day by account has as many rows as accounts, of 200 bytes. */
const MAX_CACHED = 300;

/** A day of a million purchases takes 0.7 s to add up, and a page asks for many. */
export function createMarginSums({ db, clock }: { db: Db; clock: Clock }): MarginSums {
  const cache = createExpiringCache<MarginSum[]>({ clock, max: MAX_CACHED });
  const freshMs = ({ until }: TimeSpan) =>
    until.getTime() > clock.now().getTime() - RECENT_MS ? CACHE_RECENT_MS : CACHE_OLD_MS;
  return {
    read(by, day, filter) {
      const { accountId = '', product = '' } = filter;
      const key = [by, accountId, product, day.since.getTime(), day.until.getTime()].join(' ');
      const known = cache.get(key);
      if (known !== undefined) return known;
      const sums = sumMargins(db, by, day, filter);
      cache.keep(key, sums, () => freshMs(day));
      return sums;
    },
  };
}

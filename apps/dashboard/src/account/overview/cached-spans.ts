import { type PurchaseSum, sumAccountPurchases } from '@topup/core/reporting';
import type { Clock, Db } from '@topup/core/shared';
import type { TimeSpan } from '@topup/core/time';
import { createExpiringCache } from '../../expiring-cache';

type Options<Counted> = {
  clock: Clock;
  /** How many spans are kept. */
  max: number;
  /** Counts an account in each span, in their order. The spans are a day long at most, all together. */
  count(accountId: string, spans: TimeSpan[]): Promise<Counted[]>;
  /** Whether it has purchases that are not final. */
  hasOpen(counted: Counted): boolean;
};

/** Pages ask again every 5 to 10 s, and a day of a million purchases takes 0.3 s to sum. */
const FRESH_MS = 5_000;
/** In a span that is over and has no open purchase, the only change left is that an operator reverses a success. */
const SETTLED_MS = 300_000;
/** The span that one statement may count: at a million purchases a day in an account, it ends within the 5 s limit. */
const DAY_MS = 86_400_000;

/**
 * Counts accounts in spans of time, and caches that in this process. The answer is in the order of the spans, at most
 * 5 s old; at most 5 min old when the span is over and has nothing open.
 */
export function createCachedSpans<Counted>({ clock, max, count, hasOpen }: Options<Counted>) {
  const cache = createExpiringCache<Counted>({ clock, max });

  const isSettled = ({ until }: TimeSpan, counted: Counted): boolean =>
    until.getTime() + FRESH_MS < clock.now().getTime() && !hasOpen(counted);

  return async (accountId: string, spans: TimeSpan[]): Promise<Counted[]> => {
    const known = spans.map((span) => cache.get(keyOf(accountId, span)));
    for (const group of byDays(spans.filter((_, place) => known[place] === undefined))) {
      const all = count(accountId, group);
      for (const [place, span] of group.entries()) {
        const one = all.then((counted) => inPlace(counted, place));
        known[spans.indexOf(span)] = one;
        cache.keep(keyOf(accountId, span), one, (found) => (isSettled(span, found) ? SETTLED_MS : FRESH_MS));
      }
      await all; // one statement at a time
    }
    return Promise.all(spans.map((_, place) => inPlace(known, place)));
  };
}

function inPlace<Each>(all: readonly (Each | undefined)[], place: number): Each {
  const found = all[place];
  if (found === undefined) throw new Error(`span ${place} was not counted`);
  return found;
}

const keyOf = (accountId: string, { since, until }: TimeSpan): string =>
  `${accountId} ${since.getTime()} ${until.getTime()}`;

/** Groups of at most a day each. */
function byDays(spans: TimeSpan[]): TimeSpan[][] {
  const groups: TimeSpan[][] = [];
  let length = 0;
  for (const span of spans) {
    const more = span.until.getTime() - span.since.getTime();
    if (groups.length === 0 || length + more > DAY_MS) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(span);
    length += more;
  }
  return groups;
}

/** Spans, of 1 kB each. A month of 300 accounts is 9,000. */
const MAX_SUMS_CACHED = 10_000;

/** The sums of accounts' purchases in spans of time, by product and present status. */
export const createCachedSums = ({ db, clock }: { db: Db; clock: Clock }) =>
  createCachedSpans<PurchaseSum[]>({
    clock,
    max: MAX_SUMS_CACHED,
    count: (accountId, spans) => sumAccountPurchases(db, accountId, spans),
    hasOpen: (sums) => sums.some(({ status }) => status === 'initiated' || status === 'pending'),
  });

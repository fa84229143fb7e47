import { type PurchaseSum, sumAccountPurchases, type TimeSpan } from '@topup/core/reporting';
import type { Clock, Db } from '@topup/core/shared';

/** What accounts bought in spans of time, kept for a while in this process. */
export type PurchaseFigures = {
  /** In the order of the spans, each as it was at most 5 s ago; one that is over and in which nothing is open, at most five minutes ago. */
  sums(accountId: string, spans: TimeSpan[]): Promise<PurchaseSum[][]>;
};

/** Pages ask again every 5 to 10 s, and a day of a million purchases takes 0.3 s to sum. */
const FRESH_MS = 5_000;
/** All that can change in a span that is over is that an operator takes a success back. */
const SETTLED_MS = 300_000;
/** Spans at most: 1 kB each. A month of 300 accounts is 9,000. */
const KEPT = 10_000;
/** What one statement may sum, so that one of an account with millions a day ends well within the 5 s of a statement. */
const DAY_MS = 86_400_000;

type Kept = { sums: Promise<PurchaseSum[]>; goodUntilMs: number };

export function createPurchaseFigures({ db, clock }: { db: Db; clock: Clock }): PurchaseFigures {
  const kept = new Map<string, Kept>();

  function keep(key: string, span: TimeSpan, sums: Promise<PurchaseSum[]>): void {
    const entry = { sums, goodUntilMs: Number.POSITIVE_INFINITY }; // while it is being read, everybody waits for that
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    sums.then(
      (read) => {
        entry.goodUntilMs = clock.monotonicMs() + (isSettled(span, read, clock.now()) ? SETTLED_MS : FRESH_MS);
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
  }

  async function read(accountId: string, span: TimeSpan[]): Promise<void> {
    const all = sumAccountPurchases(db, accountId, span);
    for (const [place, each] of span.entries())
      keep(
        keyOf(accountId, each),
        each,
        all.then((sums) => sums[place] ?? []),
      );
    await all;
  }

  return {
    async sums(accountId, spans) {
      const isKept = (span: TimeSpan) => (kept.get(keyOf(accountId, span))?.goodUntilMs ?? 0) > clock.monotonicMs();
      const known = new Map(spans.filter(isKept).map((span) => [span, kept.get(keyOf(accountId, span))?.sums]));
      for (const group of byDays(spans.filter((span) => !known.has(span)))) {
        await read(accountId, group);
        for (const span of group) known.set(span, kept.get(keyOf(accountId, span))?.sums);
      }
      return Promise.all(spans.map(async (span) => (await known.get(span)) ?? []));
    },
  };
}

const keyOf = (accountId: string, { since, until }: TimeSpan): string =>
  `${accountId} ${since.getTime()} ${until.getTime()}`;

const isSettled = ({ until }: TimeSpan, sums: PurchaseSum[], now: Date): boolean =>
  until.getTime() + FRESH_MS < now.getTime() &&
  sums.every(({ status }) => status !== 'initiated' && status !== 'pending');

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

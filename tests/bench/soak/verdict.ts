import { median } from '../measurement';
import type { Minute } from './minute';

const LEAST_MINUTES = 9; // three minutes for each third, so that one odd minute decides nothing
const RATE_KEPT = 0.98;

/** Limits of growth from the second third to the last: the factor by which each figure may be more. */
const TIMES = { rss: 1.1, p99: 1.25, deadTuples: 1.25, wal: 1.1, index: 1.05 };
/** Fewer dead tuples than these are vacuumed in a moment. */
const FEW_DEAD = 20_000;
/** A smaller index has grown by a few pages, which says nothing. */
const SMALL_INDEX = 8 * 2 ** 20;
/**
 * An index in the order of accounts splits its pages in halves that no later entry fills: 1.8 times the size of a new
 * one, which fills them to 90 %. More is bloat.
 */
const OF_NEW = 2;

/**
 * One line for each thing that grew. The first third is not compared: there everything fills up. `built`: the bytes of
 * each index that was built anew at the end.
 */
export function grownIn(
  minutes: readonly Minute[],
  perSecond: number,
  built: Readonly<Record<string, number>>,
): string[] {
  if (minutes.length < LEAST_MINUTES) return [];
  const third = Math.floor(minutes.length / 3);
  const [middle, last] = [minutes.slice(third, -third), minutes.slice(-third)];
  const grown = (what: string, figure: (of: Minute) => number, limit: number, see = median, least = 0): string[] => {
    const [before, after] = [see(middle.map(figure)), see(last.map(figure))];
    return after > before * limit && after > least
      ? [`${what} has grown to ${(after / before).toFixed(2)} times what it was`]
      : [];
  };
  const rate = median(last.map((minute) => minute.rate));
  const names = (of: (minute: Minute) => Record<string, number>) => Object.keys(last.map(of)[0] ?? {});
  return [
    ...(rate < perSecond * RATE_KEPT
      ? [`${rate.toFixed(0)} of ${perSecond.toFixed(0)} purchases a second in the last third`]
      : []),
    ...grown('p99', ({ p99Ms }) => p99Ms, TIMES.p99),
    ...names(({ rss }) => rss).flatMap((name) =>
      grown(`the memory of ${name}`, ({ rss }) => rss[name] ?? 0, TIMES.rss),
    ),
    ...names(({ deadTuples }) => deadTuples).flatMap((name) =>
      grown(`dead tuples of ${name}`, ({ deadTuples }) => deadTuples[name] ?? 0, TIMES.deadTuples, most, FEW_DEAD),
    ),
    ...grown('WAL for each purchase', ({ walPerPurchase }) => walPerPurchase, TIMES.wal),
    ...names(({ indexes }) => indexes).flatMap((name) => {
      const size = last.at(-1)?.indexes[name] ?? 0;
      if (size < SMALL_INDEX || size < (built[name] ?? 0) * OF_NEW) return [];
      return grown(
        `${name} is ${(size / (built[name] ?? 0)).toFixed(1)} times as large as a new one, and for each purchase`,
        ({ indexes, purchases }) => (indexes[name] ?? 0) / purchases,
        TIMES.index,
      );
    }),
  ];
}

/** Whether the run is long enough to be judged. */
export const isJudged = (minutes: readonly Minute[]): boolean => minutes.length >= LEAST_MINUTES;

/** Dead tuples go up until autovacuum comes: what counts is how high. */
const most = (values: readonly number[]): number => Math.max(...values);

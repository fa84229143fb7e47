import type { Minute } from './minute';
import { writtenBetween } from './minute';
import { grownIn, isJudged } from './verdict';

const MB = 2 ** 20;

/** A minute of a run in which nothing grows but what must: purchases, and indexes with them. */
const minute = (n: number, more: Partial<Minute> = {}): Minute => ({
  rate: 500,
  p50Ms: 10,
  p95Ms: 20,
  p99Ms: 30,
  purchases: n * 30_000,
  rss: { api: 100 * MB, worker: 120 * MB },
  deadTuples: { purchase: 10_000 + 40_000 * (n % 2), wallet: 0 },
  walPerPurchase: 5_000,
  indexes: { purchase_pkey: n * 30_000 * 40, purchase_due: 2 * MB },
  ...more,
});
const run = (of: (n: number) => Partial<Minute>, minutes = 12): Minute[] =>
  Array.from({ length: minutes }, (_, i) => minute(i + 1, of(i + 1)));

describe('growth over hours is not noticed', () => {
  test('a run in which only the data grows is good, whatever happens while it fills up', () => {
    expect(
      grownIn(
        run((n) => (n <= 4 ? { rss: { api: n * 20 * MB, worker: n * 10 * MB }, p99Ms: 5 } : {})),
        500,
        {},
      ),
    ).toEqual([]);
  });

  test.each([
    ['p99', { p99Ms: 10 }, /^p99 has grown to 1\.\d\d times/],
    ['the memory of a process', { rss: { api: 40 * MB, worker: 1 } }, /^the memory of api /],
    ['dead tuples', { deadTuples: { purchase: 9_000, wallet: 1 } }, /^dead tuples of purchase /],
    ['WAL', { walPerPurchase: 800 }, /^WAL for each purchase /],
  ])('%s', (_, step, found) => {
    const times = (n: number, value: number | Record<string, number>): number | Record<string, number> =>
      typeof value === 'number'
        ? value * n
        : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === 'worker' ? each : each * n]));
    const growing = run((n) =>
      Object.fromEntries(Object.entries(step).map(([name, value]) => [name, times(n, value)])),
    );
    expect(grownIn(growing, 500, {})).toEqual([expect.stringMatching(found)]);
  });

  test('an index that grows faster than the purchases, unless its pages are only half full', () => {
    const growing = run((n) => ({ indexes: { purchase_pkey: n * n * 30_000 * 40 } }));
    const size = 12 * 12 * 30_000 * 40;
    expect(grownIn(growing, 500, { purchase_pkey: size / 3 })).toEqual([
      expect.stringMatching(
        /^purchase_pkey is 3\.0 times as large as a new one, and for each purchase has grown to 1\.\d/,
      ),
    ]);
    expect(grownIn(growing, 500, { purchase_pkey: size / 1.8 })).toEqual([]);
  });

  test('a rate that is not kept', () => {
    expect(
      grownIn(
        run((n) => ({ rate: n > 8 ? 480 : 500 })),
        500,
        {},
      ),
    ).toEqual(['480 of 500 purchases a second in the last third']);
  });

  test('few dead tuples, small indexes and short runs are not judged', () => {
    expect(
      grownIn(
        run((n) => ({ deadTuples: { wallet: n * 1_000 }, indexes: { due: n ** 3 * 4_000 } })),
        500,
        {},
      ),
    ).toEqual([]);
    const short = run((n) => ({ p99Ms: n * 100 }), 8);
    expect([isJudged(short), grownIn(short, 500, {})]).toEqual([false, []]);
  });

  test('the tables that are watched are those that purchases write', () => {
    const before = { purchase: 5, account: 2_000, books_check: 1 };
    expect(writtenBetween(before, { ...before, purchase: 905, account: 2_009, event: 300 }, 1_000)).toEqual([
      'event',
      'purchase',
    ]);
  });
});

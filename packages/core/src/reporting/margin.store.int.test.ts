import { fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import { marginText } from '../shared/money';
import { daysOf } from '../time/lagos-time';
import type { TimeSpan } from '../time/zoned-time';
import { readMargins, totalOf } from './margin';
import { listMargins, type MarginFilter, type MarginGroup, type PurchaseMargin, sumMargins } from './margin.store';

const database = useDatabase();
let [shop, other] = ['', ''];

/** Two days of Lagos: midnight is 23:00 in UTC. */
const SPAN: TimeSpan = { since: new Date('2026-11-19T23:00:00Z'), until: new Date('2026-11-21T23:00:00Z') };
const [FIRST, SECOND] = [new Date('2026-11-20T22:59:59.999Z'), new Date('2026-11-20T23:00:00Z')];

beforeAll(async () => {
  const { db } = database;
  [shop, other] = [await fundedAccount(db, 0n), await fundedAccount(db, 0n)];
  await db.dataPlan.create({
    data: {
      planId: 'm1',
      network: 'MTN',
      name: 'MTN 1 GB',
      planName: '1GB',
      validity: '1 day',
      providerService: 'mtn-data',
      providerCode: 'm1',
      costKobo: 10_000n,
    },
  });
  const airtime = { product: 'AIRTIME', service: 'mtn', code: null, amountKobo: 50_000n, costKobo: 48_500n } as const;
  await insertSold(db, [
    { accountId: shop, at: FIRST },
    { accountId: shop, at: SECOND, costKobo: 11_500n },
    { accountId: other, at: SECOND, costKobo: null },
    { accountId: other, at: FIRST, ...airtime },
    // what earns nothing
    { accountId: shop, at: FIRST, status: 'failed', costKobo: null },
    { accountId: shop, at: SECOND, status: 'refunded', costKobo: 1n },
    // outside of the span
    { accountId: shop, at: new Date(SPAN.since.getTime() - 1) },
    { accountId: shop, at: SPAN.until },
  ]);
});

const read = async (by: MarginGroup, filter: MarginFilter = {}) =>
  (await readMargins(by, SPAN, (day) => sumMargins(database.db, by, day, filter))).map(
    ({ key, name, purchases, priceKobo, costKobo, unknown, unknownKobo }) => [
      by === 'account' ? name : key,
      ...[purchases, priceKobo - costKobo, unknown, unknownKobo],
    ],
  );
const nameOf = async (id: string) => (await database.db.account.findUniqueOrThrow({ where: { id } })).name;

describe('a report shows a margin that was not earned, or leaves one out', () => {
  test('by day of Lagos, newest first; a refunded purchase counts nothing, an unknown cost counts apart', async () => {
    expect(await read('day')).toEqual([
      ['2026-11-21', 1, -500n, 1, 11_000n],
      ['2026-11-20', 2, 2_500n, 0, 0n],
    ]);
  });

  test('by plan, product and account, the largest margin first', async () => {
    expect(await read('plan')).toEqual([
      ['mtn', 1, 1_500n, 0, 0n],
      ['mtn-data/m1', 2, 500n, 1, 11_000n],
    ]);
    expect(await read('product')).toEqual([
      ['AIRTIME', 1, 1_500n, 0, 0n],
      ['DATA', 2, 500n, 1, 11_000n],
    ]);
    expect(await read('account')).toEqual([
      [await nameOf(other), 1, 1_500n, 1, 11_000n],
      [await nameOf(shop), 2, 500n, 0, 0n],
    ]);
    const plans = await sumMargins(database.db, 'plan', SPAN);
    expect(plans.map(({ name }) => name).sort()).toEqual(['MTN 1 GB', 'mtn']);
  });

  test('filters leave the purchases of one account or product, and every grouping has the same total', async () => {
    expect(await read('product', { accountId: other })).toEqual([
      ['AIRTIME', 1, 1_500n, 0, 0n],
      ['DATA', 0, 0n, 1, 11_000n],
    ]);
    expect(await read('account', { product: 'DATA', accountId: shop })).toEqual([[await nameOf(shop), 2, 500n, 0, 0n]]);
    for (const by of ['plan', 'product', 'account', 'day'] as const)
      expect(totalOf(await sumMargins(database.db, by, SPAN))).toEqual({
        key: 'total',
        name: 'Total',
        purchases: 3,
        priceKobo: 72_000n,
        costKobo: 70_000n,
        unknown: 1,
        unknownKobo: 11_000n,
      });
  });

  test.each([
    ['of all', {}, 4],
    ['of one account', { own: true }, 2],
    ['of one product', { product: 'DATA' as const }, 3],
  ])(
    'the list %s has each purchase once, newest first, page by page',
    async (_, { own, ...rest }: { own?: boolean; product?: 'DATA' }, count) => {
      const filter = { ...rest, ...(own && { accountId: shop }) };
      const listed: PurchaseMargin[] = [];
      for (;;) {
        const page = await listMargins(database.db, SPAN, filter, { after: listed.at(-1) ?? null, limit: 1 });
        listed.push(...page);
        if (page.length === 0) break;
      }
      expect(listed).toHaveLength(count);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(count);
      expect(listed.map(({ createdAt }) => createdAt.getTime())).toEqual(
        listed.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => b - a),
      );
      const sums = await readMargins('day', SPAN, (day) => sumMargins(database.db, 'day', day, filter));
      const known = listed.flatMap(({ amountKobo, costKobo }) => (costKobo === null ? [] : [amountKobo - costKobo]));
      const { priceKobo, costKobo, unknown } = totalOf(sums);
      expect([known.length + unknown, known.reduce((all, one) => all + one, 0n)]).toEqual([
        count,
        priceKobo - costKobo,
      ]);
    },
  );
});

describe('a report asks the database for more than a statement may take', () => {
  test('a span is read by parts that each lie in one day of Lagos', () => {
    const span = { since: new Date('2026-11-19T12:00:00Z'), until: new Date('2026-11-21T23:00:00.001Z') };
    expect(daysOf(span).map(({ since, until }) => [since.toISOString(), until.toISOString()])).toEqual([
      ['2026-11-19T12:00:00.000Z', '2026-11-19T23:00:00.000Z'],
      ['2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
      ['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
      ['2026-11-21T23:00:00.000Z', '2026-11-21T23:00:00.001Z'],
    ]);
  });
});

test.each([
  [11_000n, 10_000n, '10.00', '9.09'],
  [10_000n, 10_001n, '-0.01', '-0.01'],
  [9_000n, 10_000n, '-10.00', '-11.11'],
  [72_000n, 70_000n, '20.00', '2.78'],
  [11_000n, 11_500n, '-5.00', '-4.55'],
  [0n, 0n, '0.00', null],
])('a price of %d kobo and a cost of %d are a margin of %s, %s %% of the price', (price, cost, margin, percent) => {
  expect(marginText(price, cost)).toEqual({ margin, percent });
});

import type { AccountSales, AccountSalesGroup, Performance, Range } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { openAccountWorld } from '../../testing/account-world';
import { delivered } from '../../testing/seller';

const { world, get, read, countRows } = openAccountWorld();

const HOUR_MS = 3_600_000;
const RANGES: Range[] = ['24h', '7d', '30d'];
let account: string;

/** 300 purchases over 33 days of several products, networks, statuses and times; one that is open; and another's. */
beforeAll(async () => {
  account = await world().account();
  const other = await world().account();
  const now = Date.now() - 60_000;
  const sold = Array.from({ length: 300 }, (_, n) => ({
    accountId: account,
    at: new Date(now - Math.floor((n / 300) ** 3 * 33 * 24 * HOUR_MS)),
    ...(n % 3 === 0 ? {} : { product: 'AIRTIME' as const, service: n % 2 === 0 ? 'mtn' : 'glo', code: null }),
    ...(n % 17 === 0 && { product: 'CABLE_TV' as const, service: 'dstv' }),
    status: n % 7 === 0 ? ('failed' as const) : n % 11 === 0 ? ('refunded' as const) : ('success' as const),
    tookMs: 300 + n ** 2,
  }));
  await insertSold(world().db, [...sold, ...sold.slice(0, 20).map((each) => ({ ...each, accountId: other }))]);
  await world().sell(account, {}, undefined, 'pending');
  await world().sell(account, {}, undefined);
});

type Expected = { key: string; purchases: number; success: number; failed: number; volume: number } & Record<
  'p50' | 'p95',
  number | null
>;

const KEYS: Record<AccountSalesGroup | 'all', string> = {
  all: `'all'`,
  product: 'product_type',
  network: `CASE product_type WHEN 'DATA' THEN split_part(provider_order ->> 'serviceId', '-', 1)
                              ELSE provider_order ->> 'serviceId' END`,
};

/** The same by one plain statement. */
const bySql = (by: keyof typeof KEYS, from: string, to = 'infinity') =>
  world().db.$queryRawUnsafe<Expected[]>(`
    SELECT ${KEYS[by]} AS key, count(*)::integer AS purchases,
           (count(*) FILTER (WHERE status = 'success'))::integer AS success,
           (count(*) FILTER (WHERE status IN ('failed', 'refunded')))::integer AS failed,
           coalesce(sum(amount_kobo) FILTER (WHERE status = 'success'), 0)::integer AS volume,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM final_at - created_at)::float8 * 1000)
             FILTER (WHERE status = 'success') AS p50,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM final_at - created_at)::float8 * 1000)
             FILTER (WHERE status = 'success') AS p95
      FROM purchase
     WHERE account_id = '${account}' AND created_at >= '${from}' AND created_at < '${to}' GROUP BY 1`);

function expectSame(figures: Performance, expected: Expected | undefined): void {
  const { purchases = 0, success = 0, failed = 0, volume = 0, p50 = null, p95 = null } = expected ?? {};
  const counts = [figures.purchases, figures.success, figures.failed, Math.round(Number(figures.volume) * 100)];
  expect(counts).toEqual([purchases, success, failed, volume]);
  expect(figures.successRate).toBe(success + failed === 0 ? null : success / (success + failed));
  for (const [found, real] of [
    [figures.p50Ms, p50],
    [figures.p95Ms, p95],
  ] as const)
    if (real === null) expect(found).toBeNull();
    else expect(Math.abs((found ?? 0) - real)).toBeLessThan(real * 0.05 + 1); // it is rounded, too
}

describe('rates or times of an account that are wrong', () => {
  test.each(RANGES)('the figures of %s are those of one statement, in all and by each group', async (range) => {
    for (const by of ['product', 'network'] as const) {
      const sales = await read<AccountSales>(account, `/overview/sales?range=${range}&by=${by}`);
      const [from = ''] = sales.points;
      expectSame(sales.all, (await bySql('all', from))[0]);
      const expected = await bySql(by, from);
      expect(sales.groups.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
      for (const group of sales.groups)
        expectSame(
          group,
          expected.find(({ key }) => key === group.key),
        );
      for (const [n, point] of sales.all.points.entries())
        expectSame(point, (await bySql('all', sales.points[n] ?? '', sales.points[n + 1]))[0]);
    }
  });

  test.each(RANGES)('each number of %s that is a link is that of the rows of its list', async (range) => {
    const { all, groups } = await read<AccountSales>(account, `/overview/sales?range=${range}&by=product`);
    expect(groups).toHaveLength(3);
    for (const each of [all, ...groups])
      for (const name of ['purchases', 'success', 'failed'] as const) {
        expect(each[name]).toBeGreaterThan(0);
        expect(await countRows(account, '/transactions', each.lists?.[name] ?? {})).toBe(each[name]);
      }
  });

  test('a sale is counted within 5 seconds', async () => {
    const own = await world().account();
    const count = async () => (await read<AccountSales>(own, '/overview/sales')).all.success;
    expect(await count()).toBe(0);
    await world().sell(own, {}, delivered);
    world().ahead.ms += 5_001;
    expect(await count()).toBe(1);
  });

  test('another group is refused, also the one of operators', async () => {
    expect((await get(account, '/overview/sales?by=provider')).body.fields).toHaveProperty('by');
    expect((await get('operator', '/overview/sales')).status).toBe(403);
  });
});

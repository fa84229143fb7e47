import { lagosMidnight } from '@topup/core/time';
import type { Range, SalesFigures, SalesGroup, ServiceSales } from '@topup/dashboard-contract';
import { eventually, insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, unknown } from '../../testing/seller';

const { world, get, pages } = openOperatorWorld();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RANGES: Range[] = ['24h', '7d', '30d'];

/** 400 purchases over 33 days of several products, networks, providers, statuses, costs and times, and two of now. */
beforeAll(async () => {
  const { db } = world();
  const [{ id: accountId }, other] = [await world().account(), await world().account()];
  const now = Date.now();
  await insertSold(
    db,
    Array.from({ length: 400 }, (_, n) => ({
      accountId,
      at: new Date(now - MINUTE_MS - Math.floor((n / 400) ** 3 * 33 * DAY_MS)),
      ...(n % 3 === 0 ? {} : { product: 'AIRTIME' as const, service: n % 2 === 0 ? 'mtn' : 'glo', code: null }),
      provider: n % 5 === 0 ? 'reloadly' : 'vtpass',
      status: n % 7 === 0 ? ('failed' as const) : n % 11 === 0 ? ('refunded' as const) : ('success' as const),
      costKobo: n % 13 === 0 ? null : BigInt(9_000 + n * 7),
      tookMs: 300 + n ** 2,
    })),
  );
  await db.$executeRaw`
    INSERT INTO closed_attempt (purchase_id, number, provider, provider_order, provider_ref, sends, sent_at, outcome,
                                evidence)
    SELECT id, 1, 'monnify', '{}', 'm-' || id, 1, created_at, 'refused', '{}' FROM purchase
     WHERE provider = 'reloadly' AND status = 'success'`;
  await world().send(await world().buy(other.id), delivered);
  await world().send(await world().buy(other.id), unknown);
});

const read = async (range: Range, by: SalesGroup): Promise<ServiceSales> =>
  (
    await eventually(
      () => get(`/overview/sales?range=${range}&by=${by}`),
      ({ body }) => body.uncounted === 0,
    )
  ).body;

const KEYS: Record<SalesGroup, string> = {
  product: 'product_type',
  provider: 'provider',
  network: `CASE product_type WHEN 'DATA' THEN split_part(provider_order ->> 'serviceId', '-', 1)
                              ELSE provider_order ->> 'serviceId' END`,
};

type Expected = Record<'purchases' | 'success' | 'failed' | 'volume' | 'margin' | 'unknown', number> & {
  key: string;
  p50: number | null;
  p95: number | null;
};

/** The same by one plain statement. */
const bySql = (key: string, from: string, to: string) =>
  world().db.$queryRawUnsafe<Expected[]>(`
    SELECT ${key} AS key, count(*)::integer AS purchases,
           (count(*) FILTER (WHERE status = 'success'))::integer AS success,
           (count(*) FILTER (WHERE status IN ('failed', 'refunded')))::integer AS failed,
           coalesce(sum(amount_kobo) FILTER (WHERE status = 'success'), 0)::integer AS volume,
           coalesce(sum(amount_kobo - cost_kobo) FILTER (WHERE status = 'success'), 0)::integer AS margin,
           (count(*) FILTER (WHERE status = 'success' AND cost_kobo IS NULL))::integer AS unknown,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM final_at - created_at)::float8 * 1000)
             FILTER (WHERE status = 'success') AS p50,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM final_at - created_at)::float8 * 1000)
             FILTER (WHERE status = 'success') AS p95
      FROM purchase WHERE created_at >= '${from}' AND created_at < '${to}' GROUP BY 1`);

function expectSame(figures: SalesFigures, expected: Expected): void {
  expect({
    purchases: figures.purchases,
    success: figures.success,
    failed: figures.failed,
    volume: Math.round(Number(figures.volume) * 100),
    margin: Math.round(Number(figures.margin) * 100),
    unknown: figures.unknownCost,
  }).toEqual({
    purchases: expected.purchases,
    success: expected.success,
    failed: expected.failed,
    volume: expected.volume,
    margin: expected.margin,
    unknown: expected.unknown,
  });
  const ended = expected.success + expected.failed;
  expect(figures.successRate).toBe(ended === 0 ? null : expected.success / ended);
  for (const [found, real] of [
    [figures.p50Ms, expected.p50],
    [figures.p95Ms, expected.p95],
  ] as const)
    if (real === null) expect(found).toBeNull();
    else expect(Math.abs((found ?? 0) - real)).toBeLessThan(real * 0.05 + 1); // it is rounded, too
}

describe('the plots of the service show what was not sold', () => {
  test.each(RANGES)('the figures of %s are those of one statement, in all and by each group', async (range) => {
    for (const by of ['product', 'network', 'provider'] as const) {
      const sales = await read(range, by);
      const [all] = await bySql(`'all'`, sales.from, sales.to);
      if (all === undefined) throw new Error('nothing was sold');
      expectSame(sales.all, all);
      const expected = await bySql(KEYS[by], sales.from, sales.to);
      if (by === 'provider') {
        const [{ n }] = await world().db.$queryRawUnsafe<[{ n: number }]>(`
          SELECT count(*)::integer AS n FROM closed_attempt JOIN purchase p ON p.id = purchase_id
           WHERE p.created_at >= '${sales.from}' AND p.created_at < '${sales.to}'`);
        const none = { purchases: 0, success: 0, volume: 0, margin: 0, unknown: 0, p50: null, p95: null };
        expected.push({ key: 'monnify', ...none, failed: n });
      }
      expect(sales.groups.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
      for (const each of expected) {
        const group = sales.groups.find(({ key }) => key === each.key);
        if (group === undefined) throw new Error(`no ${each.key}`);
        expectSame(group, each);
      }
      const volumes = sales.groups.map(({ volume }) => Number(volume));
      expect(volumes).toEqual(volumes.toSorted((one, other) => other - one));
    }
  });

  test.each(RANGES)('each point of %s has its own hour or day of Lagos, and none is missing', async (range) => {
    const { points, all, from, to } = await read(range, 'product');
    const step = range === '24h' ? HOUR_MS : DAY_MS;
    const counted = new Date(to);
    const last = range === '24h' ? Math.floor(counted.getTime() / HOUR_MS) * HOUR_MS : lagosMidnight(counted).getTime();
    const count = { '24h': 24, '7d': 7, '30d': 30 }[range];
    expect(points).toEqual(
      Array.from({ length: count }, (_, n) => new Date(last - (count - 1 - n) * step).toISOString()),
    );
    expect(from).toBe(points[0]);
    for (const [place, point] of points.entries()) {
      const [expected] = await bySql(`'all'`, point, points[place + 1] ?? to);
      const figures = all.points[place];
      if (expected === undefined) expect(figures?.purchases).toBe(0);
      else expectSame(figures as SalesFigures, expected);
    }
  });

  test('the counts lead to lists with as many rows', async () => {
    const count = async (query: string) => (await pages(`/purchases?${query}`)).rows.length;
    for (const by of ['product', 'network', 'provider'] as const) {
      const { groups, all, from, to } = await read('7d', by);
      const span = `from=${from}&to=${to}`;
      expect(await count(`${span}&status=unsuccessful`)).toBe(all.failed);
      for (const { key, purchases, success, failed } of groups) {
        expect(await count(`${span}&${by}=${key}`)).toBe(purchases);
        expect(await count(`${span}&${by}=${key}&status=success`)).toBe(success);
        const ofFailed = by === 'provider' ? `failedAt=${key}` : `${by}=${key}&status=unsuccessful`;
        expect(await count(`${span}&${ofFailed}`)).toBe(failed);
      }
    }
  });

  test('a range or a group that does not exist is declined', async () => {
    for (const wrong of ['range=1h', 'by=colour']) await get(`/overview/sales?${wrong}`).expect(400);
  });
});

describe('an hour is counted again and again, and is still out of date', () => {
  test('recent hours are counted anew after 15 s, those of a day after 10 minutes, older ones after 6 hours', async () => {
    const { clock } = world().deps;
    const [{ id: accountId }, monotonicMs] = [await world().account(), clock.monotonicMs];
    let later = 0;
    jest.spyOn(clock, 'monotonicMs').mockImplementation(() => monotonicMs() + later);
    const purchases = async () => (await read('30d', 'product')).all.purchases;
    const before = await purchases();
    const agoMs = [1, 5 * HOUR_MS, 3 * DAY_MS];
    await insertSold(
      world().db,
      agoMs.map((ms) => ({ accountId, at: new Date(Date.now() - ms) })),
    );
    expect(await purchases()).toBe(before);
    later = 15_001;
    expect(await purchases()).toBe(before + 1);
    later = 600_001;
    await eventually(purchases, (found) => found === before + 2);
    later = 6 * HOUR_MS + 1;
    await eventually(purchases, (found) => found === before + 3);
    jest.restoreAllMocks();
  });
});

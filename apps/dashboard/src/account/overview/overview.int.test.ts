import { formatNaira } from '@topup/core/shared';
import type { Overview, Page, TransactionRow } from '@topup/dashboard-contract';
import { electricity, openAccountWorld, rejected } from '../../testing/account-world';
import { delivered, unknown, vended } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

describe('an overview that is wrong, or read too often', () => {
  test('the totals are those of the ledger', async () => {
    const account = await world().account();
    for (const outcome of [delivered, delivered, delivered, rejected, unknown, undefined])
      await world().sell(account, {}, outcome);
    await world().sell(account, electricity, vended);
    const overview = await read<Overview>(account, '/overview');
    const entries = await world().db.ledgerEntry.findMany({ where: { accountId: account } });
    const refunded = entries
      .filter(({ kind }) => kind === 'refund')
      .reduce((all, { amountKobo }) => all + amountKobo, 0n);
    expect(overview).toMatchObject({
      balance: formatNaira(entries.reduce((all, { amountKobo }) => all + amountKobo, 0n)),
      today: { purchases: 7, volume: '1300.00', successRate: 4 / 5, refunded: formatNaira(refunded) },
      pending: 2,
      range: '24h',
      setUp: { hasKey: false, hasWebhook: false, hasPurchase: true },
    });
    expect(overview.recent).toEqual((await read<Page<TransactionRow>>(account, '/transactions')).rows);
    expect(overview.points.at(-1)).toMatchObject({
      byProduct: {
        AIRTIME: { count: 3, volume: '300.00' },
        ELECTRICITY: { count: 1, volume: '1000.00' },
        DATA: { count: 0, volume: '0.00' },
      },
      byStatus: { initiated: 2, pending: 0, success: 4, failed: 1, refunded: 0 },
    });
  });

  test.each([
    ['24h', 24, 3_600_000],
    ['7d', 7, 86_400_000],
    ['30d', 30, 86_400_000],
  ])('the plot has no gaps where nothing was sold: %s are %i points', async (range, count, stepMs) => {
    const { points, today } = await read<Overview>(await world().account(), `/overview?range=${range}`);
    expect(points).toHaveLength(count);
    const times = points.map(({ at }) => Date.parse(at));
    expect(new Set(times.slice(1).map((time, place) => time - (times[place] ?? 0)))).toEqual(new Set([stepMs]));
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
    // midnight in Lagos
    if (stepMs > 3_600_000) expect(points.every(({ at }) => at.endsWith('T23:00:00.000Z'))).toBe(true);
    expect(today).toEqual({ purchases: 0, volume: '0.00', successRate: null, refunded: '0.00' });
  });

  test('sums are cached for 5 seconds and then read again', async () => {
    const account = await world().account();
    const purchases = async () => (await read<Overview>(account, '/overview?range=30d')).today.purchases;
    expect(await purchases()).toBe(0);
    await world().sell(account, {}, delivered);
    expect(await purchases()).toBe(0);
    world().ahead.ms += 5_001;
    expect(await purchases()).toBe(1);
  });

  test('an unknown range is refused', async () => {
    expect((await get(await world().account(), '/overview?range=1y')).body.fields).toHaveProperty('range');
  });
});

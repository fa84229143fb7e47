import { setAccountStatus } from '@topup/core/account';
import { rejected } from '../../testing/account-world';
import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, meter, unknown } from '../../testing/seller';

const { world, get, pages } = openOperatorWorld();

beforeAll(async () => {
  const { id } = await world().account();
  await world().send(await world().buy(id), delivered);
  await world().send(await world().buy(id), unknown);
  await world().send(await world().buy(id), rejected);
  await world().buy(id);
  await world().send(await world().buy(id, 'ELECTRICITY'), {
    ...delivered,
    goods: meter,
    mismatch: 'for another meter',
  });
  await setAccountStatus(world().db, (await world().account()).id, 'suspended');
  // it has spent more than it has left
  const poor = await world().account();
  await world().db.wallet.update({ where: { accountId: poor.id }, data: { balanceKobo: 15_000n } });
  await world().send(await world().buy(poor.id), delivered);
});

const read = async () => (await get('/overview').expect(200)).body;
const count = async (path: string) => (await pages(path)).rows.length;

describe('an overview that is wrong, or costs too much', () => {
  test('the provider is asked for the float at most once in 15 seconds', async () => {
    const before = world().provider.balanceReads;
    const [{ body }, overview] = await Promise.all([get('/provider').expect(200), read()]);
    const floats = body.providers.map(({ float }: { float: object }) => float);
    expect(floats).toMatchObject([
      { provider: 'vtpass', amount: '123456.00', fault: null, readAt: expect.any(String) },
    ]);
    expect(overview.floats).toEqual(floats);
    expect(world().provider.balanceReads).toBeLessThanOrEqual(before + 1);
    expect(body.lastHour.find(({ product }: { product: string }) => product === 'AIRTIME')).toMatchObject({
      provider: 'vtpass',
      sent: expect.any(Number),
      medianSeconds: expect.any(Number),
    });
  });

  test('each figure is that of the tables, and the number of rows of the list that it leads to', async () => {
    const overview = await read();
    const [sql] = await world().db.$queryRaw<Record<string, number>[]>`
      SELECT (SELECT count(*)::integer FROM purchase WHERE status IN ('initiated', 'pending')) AS open,
             (SELECT count(*)::integer FROM purchase WHERE needs_review) AS review,
             (SELECT count(*)::integer FROM purchase) AS purchases,
             (SELECT count(*)::integer FROM purchase WHERE status = 'success') AS success,
             (SELECT count(*)::integer FROM purchase WHERE status IN ('failed', 'refunded')) AS failed,
             (SELECT sum(amount_kobo)::integer FROM purchase WHERE status = 'success') AS sold,
             (SELECT count(*)::integer FROM account WHERE status = 'active' AND mode = 'live') AS active,
             (SELECT count(*)::integer FROM account WHERE status = 'suspended' AND mode = 'live') AS suspended,
             (SELECT sum(balance_kobo)::integer FROM wallet JOIN account ON id = account_id AND mode = 'live')
               AS balances`;
    const { accounts, today, open } = overview;
    expect({
      open: open.initiated + open.pending,
      review: overview.review,
      purchases: today.purchases,
      success: today.success,
      failed: today.failed,
      sold: Number(today.volume) * 100,
      active: accounts.active,
      suspended: accounts.suspended,
      balances: Number(overview.balances) * 100,
    }).toEqual(sql);
    expect(sql).toMatchObject({ open: 2, review: 1, purchases: 6, success: 3, failed: 1, sold: 30_000, suspended: 1 });

    const span = `from=${today.from}&to=${today.to}`;
    expect({
      open: await count('/purchases?status=open'),
      review: await count('/purchases?review=true'),
      purchases: await count(`/purchases?${span}`),
      failed: await count(`/purchases?status=unsuccessful&${span}`),
      active: await count('/accounts?status=active'),
      suspended: await count('/accounts?status=suspended'),
    }).toEqual({ open: 2, review: 1, purchases: 6, failed: 1, active: accounts.active, suspended: 1 });
    const sold = await pages(`/purchases?status=success&${span}`);
    expect(sold.rows).toHaveLength(today.success);
    expect(sold.rows.reduce((sum, { amount }) => sum + Number(amount) * 100, 0)).toBe(30_000);
  });

  test('accounts are low by one measure, which the list has too: below their spending of 24 hours', async () => {
    expect((await read()).accounts.low).toBe(1);
    const { rows } = await pages('/accounts?low=true');
    expect(rows).toMatchObject([{ balance: '50.00' }]);
    for (const wrong of ['status=odd', 'low=odd', 'webhook=odd']) await get(`/accounts?${wrong}`).expect(400);
  });

  test('nothing needs attention that does not', async () => {
    expect((await read()).attention).toEqual([
      { kind: 'unanswered', provider: 'vtpass', orders: 1, of: 5 },
      { kind: 'review', count: 1 },
    ]);
    const { body } = await get('/provider').expect(200);
    expect(body.providers).toMatchObject([{ name: 'vtpass', unanswered: { orders: 1, of: 5 } }]);
  });
});

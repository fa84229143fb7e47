import { createKey } from '@topup/core/api-key';
import { createRequestLog } from '@topup/core/request-log';
import { formatNaira, newId } from '@topup/core/shared';
import type { DeliveryRow, Figure, Overview, Page, TransactionRow } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { electricity, openAccountWorld, rejected } from '../../testing/account-world';
import { delivered, quiet, unknown, vended } from '../../testing/seller';

const { world, get, read, countRows } = openAccountWorld();

const DAY_MS = 86_400_000;

describe('a figure of the overview counts something else than it says, or than its list shows', () => {
  let account: string;
  /** Of each status today and two days ago; and requests of each kind, now and ten days ago. */
  beforeAll(async () => {
    const { db, sell } = world();
    account = await world().account();
    for (const outcome of [delivered, delivered, delivered, rejected, rejected, unknown])
      await sell(account, {}, outcome);
    await sell(account, {}, undefined, 'pending');
    await sell(account, electricity, vended);
    await insertSold(
      db,
      ['refunded', 'success', 'failed', 'refunded'].map((status, n) => ({
        accountId: account,
        at: new Date(Date.now() - (n === 0 ? 0 : 2 * DAY_MS)),
        status: status as 'success',
      })),
    );
    const { id: apiKeyId } = await createKey({ db, masterKey: Buffer.alloc(32, 7) }, account, 'Shop');
    const own = { accountId: account, apiKeyId, method: 'GET', path: '/v1/wallet/balance', durationMs: 5 };
    const nothing = { request: undefined, answer: undefined };
    for (const days of [0, 10]) {
      const clock = { now: () => new Date(Date.now() - days * DAY_MS) };
      const requestLog = createRequestLog({ db, clock, log: quiet, dropped: () => undefined });
      for (const status of [200, 202, 0, 400, 401, 424, 429, 500, 502])
        requestLog.record({ ...own, requestId: newId(), status, errorCode: null, reference: null, ...nothing });
      await requestLog.close();
    }
  });

  /** Purchases of today in Lagos, or of any day. */
  const sold = (which: string) =>
    world().db.$queryRawUnsafe<[{ count: number; amount: bigint }]>(`
      SELECT count(*)::integer AS count, coalesce(sum(amount_kobo), 0)::bigint AS amount FROM purchase
       WHERE account_id = '${account}' AND ${which}`);
  const TODAY = `(created_at AT TIME ZONE 'Africa/Lagos')::date = (now() AT TIME ZONE 'Africa/Lagos')::date`;

  test('each number of purchases is that of SQL and of the list that it links to', async () => {
    const { today, pending } = await read<Overview>(account, '/overview');
    const figures: [Figure<Record<string, string>> & { amount?: string }, string, number][] = [
      [today.all, TODAY, 9],
      [today.success, `${TODAY} AND status = 'success'`, 4],
      [today.failed, `${TODAY} AND status = 'failed'`, 2],
      [today.refunded, `${TODAY} AND status = 'refunded'`, 1],
      [pending, `status IN ('initiated', 'pending')`, 2],
    ];
    for (const [{ count, amount, filter }, which, planted] of figures) {
      const [bySql] = await sold(which);
      expect([count, bySql.count, await countRows(account, '/transactions', filter)]).toEqual([
        planted,
        planted,
        planted,
      ]);
      if (amount !== undefined) expect(amount).toBe(formatNaira(bySql.amount));
    }
    expect(today.successRate).toBe(4 / 7);
  });

  test.each([
    ['24h', 1],
    ['7d', 1],
    ['30d', 2],
  ])('so is each number of requests in %s', async (range, times) => {
    const { requests } = await read<Overview>(account, `/overview?range=${range}`);
    // a 424 tells of a purchase that failed: the request was right
    const planted = { all: 9, errors: 5, refused: 3, failed: 2, unsold: 1 };
    for (const [name, count] of Object.entries(planted)) {
      const figure = requests[name as keyof typeof requests];
      expect([name, figure.count]).toEqual([name, count * times]);
      expect(await countRows(account, '/requests', figure.filter)).toBe(figure.count);
    }
  });

  test('so is the number of failed deliveries, and above a hundred it says that there are more', async () => {
    const failed = async () => (await read<Overview>(account, '/overview')).failedDeliveries;
    const deliver = (state: string, hoursAgo: number, count: number) =>
      world().db.webhookEvent.createMany({
        data: Array.from({ length: count }, () => ({
          accountId: account,
          event: 'data.purchase.failed',
          status: 'failed',
          details: 'x',
          askedBy: 'a test',
          state,
          createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
          finishedAt: new Date(),
        })),
      });
    expect(await failed()).toMatchObject({ count: 0, more: false });
    await deliver('undelivered', 25, 4);
    await deliver('delivered', 1, 5);
    await deliver('undelivered', 1, 7);
    const { count, more, filter } = await failed();
    expect([count, more, await countRows(account, '/deliveries', filter)]).toEqual([7, false, 7]);
    await deliver('undelivered', 0, 93);
    expect(await failed()).toMatchObject({ count: 100, more: false });
    await deliver('undelivered', 0, 1);
    expect(await failed()).toMatchObject({ count: 100, more: true });
  });

  test('an event of a test account without a URL has not failed: it was to be sent to nobody', async () => {
    const { db } = world();
    const { id: twin } = await db.account.findFirstOrThrow({ where: { twinOf: account } });
    const event = { accountId: twin, event: 'data.purchase.failed', status: 'failed', details: 'x', askedBy: 'a test' };
    const write = (rows: object[]) => db.webhookEvent.createMany({ data: rows.map((row) => ({ ...event, ...row })) });
    const failed = async () => (await read<Overview>(twin, '/overview')).failedDeliveries;
    await write(Array.from({ length: 12 }, () => ({})));
    expect(await failed()).toMatchObject({ count: 0, more: false });
    await db.account.update({ where: { id: twin }, data: { webhookUrl: 'https://client.example/test' } });
    await write([{ state: 'undelivered', finishedAt: new Date(), httpStatus: 500 }]);
    const { count, filter } = await failed();
    expect([count, await countRows(twin, '/deliveries', filter)]).toEqual([1, 1]);
    const { rows } = await read<Page<DeliveryRow>>(twin, '/deliveries');
    expect(rows.map(({ state }) => state)).toEqual(['undelivered', ...Array.from({ length: 12 }, () => 'no_url')]);
    expect(await countRows(twin, '/deliveries', { state: 'no_url' })).toBe(12);
    expect(await countRows(twin, '/deliveries', { http: 'none' })).toBe(0);
  });

  test('the balance is that of the ledger, and says when it is below the threshold', async () => {
    const { balance, lowBelow } = await read<Overview>(account, '/overview');
    const entries = await world().db.ledgerEntry.findMany({ where: { accountId: account } });
    expect(balance).toBe(formatNaira(entries.reduce((all, { amountKobo }) => all + amountKobo, 0n)));
    expect(lowBelow).toBeNull();
    await world().db.account.update({ where: { id: account }, data: { lowBalanceKobo: 10_000_000_00n } });
    expect(await read<Overview>(account, '/overview')).toMatchObject({ balance, lowBelow: '10000000.00' });
  });

  test('the newest point of the plot and the newest purchases are those that were sold', async () => {
    const overview = await read<Overview>(account, '/overview');
    expect(overview.recent).toEqual((await read<Page<TransactionRow>>(account, '/transactions?limit=10')).rows);
    expect(overview.points.at(-1)).toMatchObject({
      byProduct: {
        AIRTIME: { count: 3, volume: '300.00' },
        ELECTRICITY: { count: 1, volume: '1000.00' },
        CABLE_TV: { count: 0, volume: '0.00' },
      },
      byStatus: { pending: 2, success: 4, failed: 2, refunded: 1 },
    });
  });
});

describe('an overview that is wrong, or read too often', () => {
  test('each step of the set-up is done once what it asks for is there', async () => {
    const account = await world().account(0n);
    const setUp = async () => (await read<Overview>(account, '/overview')).setUp;
    const none = { hasMoney: false, hasKey: false, hasWebhook: false, hasPurchase: false };
    expect(await setUp()).toEqual(none);
    await world().db.wallet.update({ where: { accountId: account }, data: { balanceKobo: 1n } });
    expect(await setUp()).toEqual({ ...none, hasMoney: true });
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
    expect(today).toMatchObject({ all: { count: 0 }, success: { amount: '0.00' }, successRate: null });
  });

  test('sums are cached for 5 seconds and then read again', async () => {
    const account = await world().account();
    const purchases = async () => (await read<Overview>(account, '/overview?range=30d')).today.all.count;
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

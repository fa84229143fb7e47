import { insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, pages } = openOperatorWorld();

const DAYS = 'from=2026-03-01&to=2026-03-03';
/** Midnight in Lagos is 23:00 in UTC. */
const [FIRST, LAST] = [new Date('2026-02-28T23:00:00Z'), new Date('2026-03-03T22:59:59Z')];
let [shop, kiosk] = [
  { id: '', name: '' },
  { id: '', name: '' },
];

beforeAll(async () => {
  [shop, kiosk] = [await world().account(), await world().account()];
  const airtime = { product: 'AIRTIME', service: 'mtn', code: null, amountKobo: 50_000n, costKobo: 48_500n } as const;
  await insertSold(world().db, [
    { accountId: shop.id, at: FIRST, reference: 'a' },
    { accountId: shop.id, at: LAST, reference: 'b', costKobo: 11_500n },
    { accountId: kiosk.id, at: LAST, reference: 'c', costKobo: null },
    { accountId: kiosk.id, at: FIRST, reference: 'd', ...airtime },
    { accountId: shop.id, at: LAST, reference: 'e', status: 'refunded' },
    { accountId: shop.id, at: LAST, reference: 'f', status: 'failed' },
    { accountId: kiosk.id, at: new Date(FIRST.getTime() - 1), reference: 'before' },
    { accountId: kiosk.id, at: new Date(LAST.getTime() + 1_000), reference: 'after' },
    ...Array.from({ length: 120 }, (_, n) => ({ accountId: kiosk.id, at: new Date(Date.UTC(2026, 0, 5, 0, 0, n)) })),
  ]);
});

const fileOf = async (path: string) =>
  (await get(path).expect(200)).text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').split('\r\n');

describe('operators see a margin that was not earned', () => {
  test('by day with every day in the plot, and with what has an unknown cost apart', async () => {
    const { body } = await get(`/margin?${DAYS}`).expect(200);
    expect(body).toEqual({
      from: '2026-02-28T23:00:00.000Z',
      to: '2026-03-03T23:00:00.000Z',
      rows: [
        expect.objectContaining({ key: '2026-03-03', margin: '-5.00', unknown: 1, unknownPrice: '110.00' }),
        expect.objectContaining({ key: '2026-03-01', margin: '25.00', marginPercent: '4.10', unknown: 0 }),
      ],
      total: {
        key: 'total',
        name: 'Total',
        purchases: 3,
        price: '720.00',
        cost: '700.00',
        margin: '20.00',
        marginPercent: '2.78',
        unknown: 1,
        unknownPrice: '110.00',
      },
      points: [
        { key: '2026-03-01', price: '610.00', margin: '25.00', unknown: 0 },
        { key: '2026-03-02', price: '0.00', margin: '0.00', unknown: 0 },
        { key: '2026-03-03', price: '110.00', margin: '-5.00', unknown: 1 },
      ],
    });
  });

  test('by plan, product and account, of one account or product', async () => {
    const read = async (query: string) =>
      (await get(`/margin?${DAYS}&${query}`).expect(200)).body.rows.map(
        ({ name, margin }: { name: string; margin: string }) => [name, margin],
      );
    expect(await read('by=plan')).toEqual([
      ['mtn', '15.00'],
      ['mtn-data/m1', '5.00'],
    ]);
    expect(await read('by=product&account=')).toEqual([
      ['AIRTIME', '15.00'],
      ['DATA', '5.00'],
    ]);
    expect(await read('by=account')).toEqual([
      [kiosk.name, '15.00'],
      [shop.name, '5.00'],
    ]);
    expect(await read(`by=product&account=${shop.id}`)).toEqual([['DATA', '5.00']]);
    expect(await read('by=account&product=AIRTIME')).toEqual([[kiosk.name, '15.00']]);
  });

  test('every purchase is on one page, of all accounts or one', async () => {
    const listed = await pages(`/margin/purchases?${DAYS}`);
    expect(listed.rows.map(({ reference }) => reference).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(listed.rows.find(({ reference }) => reference === 'b')).toMatchObject({
      account: shop,
      plan: 'mtn-data/m1',
      price: '110.00',
      cost: '115.00',
      margin: '-5.00',
      marginPercent: '-4.55',
    });
    expect(listed.rows.find(({ reference }) => reference === 'c')).toMatchObject({ cost: null, margin: null });
    for (const only of ['', `&account=${kiosk.id}`]) {
      const many = await pages(`/margin/purchases?from=2026-01-01&to=2026-01-31${only}`);
      expect([many.pages, many.rows.length, new Set(many.rows.map(({ id }) => id)).size]).toEqual([3, 120, 120]);
    }
    await get(`/margin/purchases?${DAYS}&cursor=x`).expect(400);
  });

  test('the files have the same: sums, and all purchases', async () => {
    expect(await fileOf(`/margin.csv?${DAYS}&by=product`)).toEqual([
      'product,purchases,price,cost,margin,margin_percent,unknown_cost,unknown_cost_price',
      'AIRTIME,1,500.00,485.00,15.00,3.00,0,0.00',
      'DATA,2,220.00,215.00,5.00,2.27,1,110.00',
      '',
    ]);
    const purchases = await fileOf(`/margin.csv?${DAYS}&by=purchase`);
    expect(purchases).toHaveLength(6);
    expect(purchases[0]).toBe('created_at,account_id,account,reference,product,plan,price,cost,margin,margin_percent');
    for (const row of purchases.slice(1, -1)) expect(row).toMatch(/^2026-03-0[1-3]T\d\d:\d\d:\d\d\.\d{3}\+01:00,/);
    expect(await fileOf('/margin.csv?from=2026-01-01&to=2026-01-31&by=purchase')).toHaveLength(122);
    const { headers } = await get(`/margin.csv?${DAYS}`).expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="margin-by-day-\d{4}-\d\d-\d\d\.csv"$/);
  });

  test('the last seven days are shown when nobody says which; a wrong or endless span is declined', async () => {
    expect((await get('/margin').expect(200)).body.points).toHaveLength(7);
    expect((await get('/margin?to=2026-03-03').expect(200)).body).toMatchObject({ total: { purchases: 4 } });
    for (const wrong of [
      'from=2026-03-02&to=2026-03-01',
      'from=2026-01-01&to=2026-04-04',
      'by=colour',
      'by=purchase',
      'product=SHOES',
      'account=x',
      'from=yesterday',
    ])
      expect((await get(`/margin?${wrong}`).expect(400)).body.code).toBe('validation_failed');
    await get('/margin?from=2026-01-01&to=2026-04-03').expect(200);
  });

  test('one purchase shows its margin; one that was refunded has none', async () => {
    expect((await get('/purchases/b').expect(200)).body).toMatchObject({
      amount: '110.00',
      cost: '115.00',
      margin: '-5.00',
      marginPercent: '-4.55',
    });
    expect((await get('/purchases/c').expect(200)).body).toMatchObject({ cost: null, margin: null });
    expect((await get('/purchases/e').expect(200)).body).toMatchObject({ cost: '100.00', margin: null });
  });
});

describe('a report is read again and again, and is still out of date', () => {
  test('a new sale is in the margin of a recent day when the cache of 15 s has passed', async () => {
    const [{ clock }, at] = [world().deps, new Date(world().deps.clock.now().getTime() - 1_000)];
    let later = 0;
    const monotonicMs = clock.monotonicMs;
    jest.spyOn(clock, 'monotonicMs').mockImplementation(() => monotonicMs() + later);
    const margin = async () => (await get(`/margin?by=product&account=${shop.id}`).expect(200)).body.total.margin;
    expect(await margin()).toBe('0.00');
    await insertSold(world().db, [{ accountId: shop.id, at }]);
    expect(await margin()).toBe('0.00');
    later = 15_001;
    expect(await margin()).toBe('10.00');
    jest.restoreAllMocks();
  });
});

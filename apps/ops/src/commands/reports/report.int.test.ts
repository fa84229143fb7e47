import { systemClock } from '@topup/core/shared';
import { insertSold } from '@topup/testkit';
import { useOpsWorld } from '../../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

const TODAY = systemClock.now();
const SPAN = ['--since', '2026-03-01', '--until', '2026-03-02'];
/** Midnight in Lagos is 23:00 in UTC. */
const [FIRST, LAST] = [new Date('2026-02-28T23:00:00Z'), new Date('2026-03-02T22:59:59Z')];

beforeAll(async () => {
  const [shop, kiosk] = [await world.openAccount('=shop'), await world.openAccount('kiosk')];
  await world.db.dataPlan.create({
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
  await insertSold(world.db, [
    { accountId: shop, at: FIRST, reference: 'a' },
    { accountId: shop, at: LAST, reference: 'b', costKobo: 11_500n },
    { accountId: kiosk, at: LAST, reference: 'c', costKobo: null },
    { accountId: kiosk, at: FIRST, reference: 'd', ...airtime },
    { accountId: shop, at: LAST, reference: 'e', status: 'refunded', costKobo: null },
    { accountId: kiosk, at: new Date(FIRST.getTime() - 1), reference: 'before' },
    { accountId: kiosk, at: new Date(LAST.getTime() + 1_000), reference: 'after' },
    { accountId: kiosk, at: TODAY, reference: 'today' },
  ]);
});

describe('an operator is told a margin that nobody earned', () => {
  test('by day of Lagos, with unknown costs apart; both days are included', async () => {
    expect(await json('report', 'margin', ...SPAN)).toEqual({
      by: 'day',
      since: '2026-02-28T23:00:00.000Z',
      until: '2026-03-02T23:00:00.000Z',
      rows: [
        {
          key: '2026-03-02',
          name: '2026-03-02',
          purchases: 1,
          price: '110.00',
          cost: '115.00',
          margin: '-5.00',
          marginPercent: '-4.55',
          unknownCost: { purchases: 1, price: '110.00' },
        },
        {
          key: '2026-03-01',
          name: '2026-03-01',
          purchases: 2,
          price: '610.00',
          cost: '585.00',
          margin: '25.00',
          marginPercent: '4.10',
          unknownCost: { purchases: 0, price: '0.00' },
        },
      ],
      total: {
        key: 'total',
        name: 'Total',
        purchases: 3,
        price: '720.00',
        cost: '700.00',
        margin: '20.00',
        marginPercent: '2.78',
        unknownCost: { purchases: 1, price: '110.00' },
      },
    });
  });

  test('by plan, product and account, as text with a total, and no more rows than asked for', async () => {
    const { stdout } = await ops('report', 'margin', ...SPAN, '--by', 'plan');
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'PLAN|PURCHASES|PRICE|COST|MARGIN|%|UNKNOWN COST|SOLD FOR',
      'mtn|1|500.00|485.00|15.00|3.00|-|-',
      'MTN 1 GB|2|220.00|215.00|5.00|2.27|1|110.00',
      'Total|3|720.00|700.00|20.00|2.78|1|110.00',
      '',
    ]);
    expect(await json('report', 'margin', ...SPAN, '--by', 'product', '--product', 'DATA')).toMatchObject({
      rows: [{ key: 'DATA', margin: '5.00' }],
    });
    expect(await json('report', 'margin', ...SPAN, '--by', 'account', '--limit', '1')).toMatchObject({
      rows: [{ name: 'kiosk', margin: '15.00' }],
      total: { margin: '20.00' },
    });
    expect(await json('report', 'margin', ...SPAN, '--by', 'product', '--account', '=shop')).toMatchObject({
      rows: [{ key: 'DATA', margin: '5.00', unknownCost: { purchases: 0 } }],
    });
  });

  test('by purchase, the newest first; one of unknown cost says so', async () => {
    const { rows } = (await json('report', 'margin', ...SPAN, '--by', 'purchase')) as { rows: object[] };
    expect(rows).toMatchObject([
      { at: '2026-03-02T22:59:59.000Z', product: 'DATA', price: '110.00' },
      { at: '2026-03-02T22:59:59.000Z', product: 'DATA', price: '110.00' },
      { at: '2026-02-28T23:00:00.000Z' },
      { at: '2026-02-28T23:00:00.000Z' },
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reference: 'c', cost: null, margin: null, marginPercent: null }),
        expect.objectContaining({ reference: 'b', cost: '115.00', margin: '-5.00', marginPercent: '-4.55' }),
      ]),
    );
    const { stdout } = await ops('report', 'margin', ...SPAN, '--by', 'purchase', '--account', 'kiosk', '--limit', '1');
    expect(stdout).toMatch(/kiosk +c +DATA +MTN 1 GB +110\.00 +unknown +- +-\n$/);
  });

  test('the last seven days are read when nobody says which', async () => {
    expect(await json('report', 'margin', '--by', 'product')).toMatchObject({
      rows: [{ key: 'DATA', purchases: 1, margin: '10.00' }],
    });
    expect((await ops('report', 'margin', '--since', '2026-01-01', '--until', '2026-01-31')).stdout).toBe(
      'Nothing was sold then.\n',
    );
  });

  test('as CSV, all of it, and no name is a formula', async () => {
    const csv = async (by: string) =>
      (await ops('report', 'margin', ...SPAN, '--by', by, '--csv')).stdout
        .replace(/[0-9a-f-]{36}/g, 'ID')
        .split('\r\n');
    expect(await csv('account')).toEqual([
      'account,name,purchases,price,cost,margin,margin_percent,unknown_cost,unknown_cost_price',
      'ID,kiosk,1,500.00,485.00,15.00,3.00,1,110.00',
      "ID,'=shop,2,220.00,215.00,5.00,2.27,0,0.00",
      '',
    ]);
    expect((await csv('purchase')).sort()).toEqual([
      '',
      "2026-02-28T23:00:00.000Z,ID,'=shop,a,DATA,MTN 1 GB,110.00,100.00,10.00,9.09",
      '2026-02-28T23:00:00.000Z,ID,kiosk,d,AIRTIME,mtn,500.00,485.00,15.00,3.00',
      "2026-03-02T22:59:59.000Z,ID,'=shop,b,DATA,MTN 1 GB,110.00,115.00,-5.00,-4.55",
      '2026-03-02T22:59:59.000Z,ID,kiosk,c,DATA,MTN 1 GB,110.00,,,',
      'created_at,account_id,account,reference,product,plan,price,cost,margin,margin_percent',
    ]);
  });

  test('what it does not understand is a refusal or wrong usage', async () => {
    expect(await refusal('report', 'margin', '--account', 'nobody')).toContain('"nobody"');
    for (const wrong of [
      ['--by', 'colour'],
      ['--product', 'SHOES'],
      ['--since', '2026-13-01'],
      ['--since', 'yesterday'],
      ['--since', '2026-03-02', '--until', '2026-03-01'],
      ['--csv', '--limit', '3'],
    ])
      expect(await ops('report', 'margin', ...wrong)).toMatchObject({ code: 2, stdout: '' });
  });
});

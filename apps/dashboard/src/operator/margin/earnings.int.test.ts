import type { Earnings } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get } = openOperatorWorld();

beforeAll(async () => {
  const [{ id: accountId }, { id: other }] = [await world().account(), await world().account()];
  const { id: tierId } = await world().db.tier.create({ data: { name: 'gold', markupBps: 0 } });
  await world().db.account.update({ where: { id: other }, data: { tierId } });
  const sale = { accountId, at: new Date(), code: null } as const;
  const airtime = { ...sale, product: 'AIRTIME', service: 'mtn', amountKobo: 10_000n, costKobo: 9_700n } as const;
  await insertSold(world().db, [
    airtime,
    { ...airtime, accountId: other, amountKobo: 9_800n, faceKobo: 10_000n },
    { ...airtime, service: 'glo', amountKobo: 10_000n, faceKobo: 10_500n, costKobo: 9_700n },
    { ...airtime, costKobo: null },
    { ...airtime, status: 'refunded' },
    { ...sale, product: 'DATA', service: 'mtn-data', code: 'm1', amountKobo: 11_000n, costKobo: 10_000n },
  ]);
});

const EARNED = {
  mtn: {
    purchases: 2,
    face: '200.00',
    charged: '198.00',
    cost: '194.00',
    commission: '6.00',
    commissionPercent: '3.00',
    discount: '2.00',
    discountPercent: '1.00',
    margin: '4.00',
    marginPercent: '2.02',
    unknown: 1,
    unknownPrice: '100.00',
  },
  glo: { purchases: 1, commission: '8.00', discount: '5.00', margin: '3.00', unknown: 0 },
  data: {
    purchases: 1,
    face: '110.00',
    charged: '110.00',
    cost: '100.00',
    commission: null,
    commissionPercent: null,
    discount: null,
    discountPercent: null,
    margin: '10.00',
    marginPercent: '9.09',
  },
};

describe('operators read another commission, discount or margin than they had', () => {
  test('each service of all tiers, each product, and all of them; data has neither commission nor discount', async () => {
    const earnings: Earnings = (await get('/earnings').expect(200)).body;
    expect(earnings.rows).toEqual([
      { product: 'AIRTIME', service: 'mtn', ...EARNED.mtn },
      expect.objectContaining({ product: 'AIRTIME', service: 'glo', ...EARNED.glo }),
      expect.objectContaining({ product: 'DATA', service: 'mtn-data', ...EARNED.data }),
    ]);
    expect(earnings.products).toEqual([
      expect.objectContaining({
        product: 'AIRTIME',
        purchases: 3,
        face: '305.00',
        commission: '14.00',
        discount: '7.00',
        margin: '7.00',
        unknown: 1,
      }),
      expect.objectContaining({ product: 'DATA', ...EARNED.data }),
    ]);
    // the commission and the discounts are shares of the face value alone, the margin is of everything
    expect(earnings.total).toMatchObject({
      purchases: 4,
      charged: '408.00',
      commission: '14.00',
      commissionPercent: '4.59',
      discount: '7.00',
      margin: '17.00',
      marginPercent: '4.17',
      unknown: 1,
    });
  });

  test('the file has a line for each service, and no totals', async () => {
    const { text } = await get('/earnings.csv').expect(200);
    expect(text.split('\r\n')).toEqual([
      'product,service,purchases,face,charged,cost,commission,commission_percent,discount,discount_percent,margin,margin_percent,unknown_cost,unknown_cost_price',
      'AIRTIME,mtn,2,200.00,198.00,194.00,6.00,3.00,2.00,1.00,4.00,2.02,1,100.00',
      'AIRTIME,glo,1,105.00,100.00,97.00,8.00,7.62,5.00,4.76,3.00,3.00,0,0.00',
      'DATA,mtn-data,1,110.00,110.00,100.00,,,,,10.00,9.09,0,0.00',
      '',
    ]);
  });
});

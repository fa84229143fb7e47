import { listPlans } from '@topup/core/catalogue';
import { isSold, packageProducts } from '@topup/core/product';
import { formatNaira } from '@topup/core/shared';
import type { Products } from '@topup/dashboard-contract';
import request from 'supertest';
import { openAccountWorld } from '../../testing/account-world';

const { world, read } = openAccountWorld();

describe('prices that differ from what the account pays', () => {
  test('the account’s own prices are shown, even if the provider does not answer', async () => {
    const account = await world().account();
    await world().db.dataPlan.create({
      data: {
        planId: 'mtn-1',
        network: 'MTN',
        name: 'MTN 1 GB',
        planName: '1 GB',
        validity: '30 days',
        providerService: 'mtn-data',
        providerCode: 'x',
        costKobo: 10_000n,
      },
    });
    await world().db.dataPlan.create({
      data: { network: 'GLO', name: 'GLO 1 GB', planName: '1 GB', validity: '30 days', costKobo: 20_000n },
    });
    world().packages.answer = { kind: 'unavailable', reason: 'no answer' };
    const without = await read<Products>(account, '/products');
    const unread = packageProducts
      .filter((product) => isSold(product, {}))
      .map((product) => ({ product, known: false, list: [] }));
    expect(without).toMatchObject({ tier: 'standard', discounts: [], packages: unread });
    const plans = await listPlans(world().db, account);
    expect(without.data.map(({ planId, price }) => [planId, price])).toEqual(
      plans.map(({ planId, priceKobo }) => [planId, formatNaira(priceKobo)]),
    );
    expect(without.data).toContainEqual({
      planId: 'mtn-1',
      network: 'MTN',
      name: 'MTN 1 GB',
      validity: '30 days',
      price: '110.00',
      forSale: true,
    });
    expect(without.data).toContainEqual(expect.objectContaining({ network: 'GLO', planId: null, forSale: false }));
    const [airtime, electricity] = without.open;
    expect(airtime?.product).toBe('AIRTIME');
    expect(airtime?.services).toContainEqual({ service: 'mtn', min: '10.00', max: '50000.00' });
    expect(electricity?.product).toBe('ELECTRICITY');
    expect(electricity?.services).toContainEqual({ service: 'ikeja-electric', min: '1000.00', max: '500000.00' });

    world().packages.answer = { kind: 'found', value: [{ code: 'padi', name: 'Padi', priceKobo: 440_000n }] };
    const { packages } = await read<Products>(account, '/products');
    const cable = packages.find(({ product }) => product === 'CABLE_TV');
    expect(cable).toMatchObject({ known: true, list: { length: 3 } });
    expect(cable?.list).toContainEqual({
      service: 'dstv',
      code: 'padi',
      name: 'Padi',
      price: '4400.00',
      charged: '4400.00',
    });
  });

  test('the discounts of the tier are shown, and what a package costs with them', async () => {
    const account = await world().account();
    const discount = { tierId: 1, bps: 250, costBps: 9_700, belowCostAllowed: false };
    for (const [productType, service] of [
      ['CABLE_TV', 'dstv'],
      ['AIRTIME', 'mtn'],
    ] as const)
      await world().db.discount.create({ data: { ...discount, productType, service } });
    world().packages.answer = { kind: 'found', value: [{ code: 'padi', name: 'Padi', priceKobo: 440_001n }] };
    world().ahead.ms += 86_400_000; // the list of another test is kept
    const { discounts, packages } = await read<Products>(account, '/products');
    expect(discounts).toEqual([
      { product: 'AIRTIME', service: 'mtn', percent: '2.50' },
      { product: 'CABLE_TV', service: 'dstv', percent: '2.50' },
    ]);
    const charged = packages[0]?.list.map(({ service, price, charged }) => [service, price, charged]);
    expect(charged).toEqual([
      ['dstv', '4400.01', '4290.01'],
      ['gotv', '4400.01', '4400.01'],
      ['startimes', '4400.01', '4400.01'],
    ]);
  });

  test('in test mode they are the same', async () => {
    const account = await world().account();
    const cookie = { as: account, cookie: 'topup-mode=test' };
    const { status, body } = await request(world().app).get('/api/products').set(cookie);
    expect([status, body]).toEqual([200, await read<Products>(account, '/products')]);
  });
});

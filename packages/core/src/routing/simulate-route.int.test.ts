import { fundedAccount, useDatabase } from '@topup/testkit';
import type { ProductType } from '../product/products';
import type { ProviderProfile } from '../provider/provider.port';
import { newId } from '../shared/ids';
import { type SimulatedOrder, simulateRoute } from './simulate-route';

const database = useDatabase({ eachTest: true });

const PROVIDERS: ProviderProfile[] = [
  { name: 'vtpass', ownWords: true, dataServices: [{ serviceId: 'mtn-data', network: 'MTN' }] },
  { name: 'monnify', ownWords: false, dataServices: [] },
];
const simulate = (order: Partial<SimulatedOrder>, providers = PROVIDERS) =>
  simulateRoute(
    { db: database.db, providers },
    { productType: 'AIRTIME', serviceId: 'mtn', amountKobo: 100_00n, code: null, accountId: null, ...order },
  );
const ofVariation = (productType: ProductType, serviceId: string, code: string | null) =>
  simulate({ productType, serviceId, code });

async function product(provider: string, productType: ProductType, serviceId: string, code: string) {
  const { id } = await database.db.providerProduct.create({
    data: { provider, productType, serviceId, code, name: code, costKobo: 100_00n },
  });
  return id;
}

beforeEach(async () => {
  await database.db.dataPlan.create({
    data: {
      planId: 'm1',
      network: 'MTN',
      providerService: 'mtn-data',
      providerCode: 'mtn-1gb',
      name: '1 GB',
      planName: '1 GB',
      validity: '',
      costKobo: 100_00n,
    },
  });
});

describe('a simulation answers for an order that nobody can buy', () => {
  test('all but airtime needs the code of a plan, a package or a type of meter', async () => {
    expect(await simulate({ code: null })).toMatchObject({ simulation: { chosen: 'vtpass' } });
    for (const [productType, serviceId] of [
      ['DATA', 'mtn-data'],
      ['CABLE_TV', 'dstv'],
      ['ELECTRICITY', 'eko-electric'],
    ] as const)
      expect(await ofVariation(productType, serviceId, null)).toEqual({ kind: 'code_needed' });
  });

  test('the code is our own', async () => {
    await product('vtpass', 'CABLE_TV', 'dstv', 'dstv-padi');
    for (const [productType, serviceId, code, wrong] of [
      ['DATA', 'mtn-data', 'mtn-1gb', 'glo-1gb'],
      ['CABLE_TV', 'dstv', 'dstv-padi', 'gotv-max'],
      ['ELECTRICITY', 'eko-electric', 'prepaid', 'solar'],
    ] as const) {
      expect(await ofVariation(productType, serviceId, code)).toMatchObject({ simulation: { chosen: 'vtpass' } });
      const product = `${serviceId}/${wrong}`;
      expect(await ofVariation(productType, serviceId, wrong)).toEqual({ kind: 'not_sold', product });
    }
  });

  test('of a provider that is alone no packages are stored, so each code is believed', async () => {
    const order = { productType: 'CABLE_TV', serviceId: 'dstv', code: 'dstv-padi' } as const;
    expect(await simulate(order, PROVIDERS.slice(0, 1))).toMatchObject({ simulation: { chosen: 'vtpass' } });
  });

  test('meters are mapped by their type', async () => {
    const providerProductId = await product('monnify', 'ELECTRICITY', 'eko-electric', 'eko-pre');
    await database.db.productMapping.create({
      data: {
        providerProductId,
        provider: 'monnify',
        productType: 'ELECTRICITY',
        serviceId: 'eko-electric',
        variationCode: 'prepaid',
        status: 'confirmed',
      },
    });
    const monnify = PROVIDERS.slice(1);
    const order = { productType: 'ELECTRICITY', serviceId: 'eko-electric' } as const;
    expect(await simulate({ ...order, code: 'prepaid' }, monnify)).toMatchObject({ simulation: { chosen: 'monnify' } });
    expect(await simulate({ ...order, code: 'postpaid' }, monnify)).toMatchObject({
      simulation: { chosen: null, passed: [{ provider: 'monnify', why: 'unmapped' }] },
    });
  });

  test('the account is there, and live', async () => {
    const accountId = await fundedAccount(database.db, 1n);
    expect(await simulate({ accountId })).toMatchObject({ kind: 'simulated' });
    const account = newId();
    expect(await simulate({ accountId: account })).toEqual({ kind: 'no_such_account', account });
  });
});

import { BY_TEST, useDatabase } from '@topup/testkit';
import type { ListedProduct, Lookup, Variation } from '../../provider/provider.port';
import { type SyncOptions, syncLists } from '../sync-lists';
import { readMappings } from './mapping.store';
import type { CatalogueSource } from './sync-products';

const database = useDatabase({ eachTest: true });

// ---- a first provider whose plans are ours, and a second one with codes of its own; each test writes their lists

const found = <T>(value: T[]): Lookup<T[]> => ({ kind: 'found', value });
const away = { kind: 'unavailable', reason: 'HTTP 503' } as const;
const variation = (code: string, name: string, naira: number): Variation => ({
  code,
  name,
  priceKobo: BigInt(naira * 100),
});

let lists: Record<string, Lookup<Variation[]>>;
let products: Lookup<ListedProduct[]>;
const first: CatalogueSource = {
  name: 'vtpass',
  dataServices: [
    { serviceId: 'mtn-data', network: 'MTN' },
    { serviceId: 'glo-sme-data', network: 'GLO' },
    { serviceId: 'glo-data', network: 'GLO' },
  ],
  variations: async (serviceId) => lists[serviceId] ?? found<Variation>([]),
};
const second: CatalogueSource = {
  name: 'monnify',
  dataServices: [],
  variations: async () => away,
  products: async () => products,
};

const listed = (code: string, name: string, some: Partial<ListedProduct> = {}): ListedProduct => ({
  productType: 'DATA',
  serviceId: 'mtn-data',
  product: { code, amount: null },
  name,
  costKobo: 99_000n,
  leastKobo: null,
  mostKobo: null,
  meterType: null,
  ...some,
});
const AIRTIME = listed('10', 'MTN Mobile Top up', { productType: 'AIRTIME', serviceId: 'mtn', costKobo: null });
const METERS = listed('product-ekedc-pre', 'Eko Electricity Prepaid (EKEDC)', {
  productType: 'ELECTRICITY',
  serviceId: 'eko-electric',
  costKobo: null,
  meterType: 'prepaid',
  leastKobo: 100_000n,
});
const PADI = listed('product-dstv-padi', 'DStv Padi', {
  productType: 'CABLE_TV',
  serviceId: 'dstv',
  costKobo: 185_000n,
});
const PLAN = listed('203', 'MTN 1.5GB 30 Days', { product: { code: '203', amount: '995.00' }, costKobo: 99_500n });
const SME = listed('sme', 'Glo SME 500MB 30 Days', { serviceId: 'glo-data', costKobo: 14_200n });

beforeEach(() => {
  lists = {
    'mtn-data': found([variation('mtn-1000', 'N1000 1.5GB - 30 days', 1000), variation('mtn-50', 'N50 x', 50)]),
    'glo-sme-data': found([variation('glo-sme', 'N145 500MB - 30 days', 145)]),
    dstv: found([variation('dstv-padi', 'DStv Padi N1,850', 1850), variation('dstv79', 'DStv Compact N7,900', 7900)]),
  };
  products = found([AIRTIME, METERS, PADI, PLAN, SME]);
});

async function sync(options?: SyncOptions, providers: CatalogueSource[] = [first, second]) {
  const { products: outcomes } = await syncLists({ db: database.db, by: BY_TEST, providers }, () => undefined, options);
  return outcomes;
}
const ofSecond = async (options?: SyncOptions) => (await sync(options)).find(({ provider }) => provider === 'monnify');

/** `ours = theirs status`, of all mappings. */
async function mappings(): Promise<string[]> {
  const rows = await database.db.productMapping.findMany({
    include: { providerProduct: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(
    ({ serviceId, variationCode, providerProduct, status, decidedBy }) =>
      `${serviceId}/${variationCode ?? '*'} = ${providerProduct.code} ${status}${decidedBy === null ? '' : ` by ${decidedBy}`}`,
  );
}
const decide = (code: string, status: string, decidedBy: string | null = 'ada@example.com') =>
  database.db.$executeRaw`
    UPDATE product_mapping m SET status = ${status}, decided_by = ${decidedBy}
      FROM provider_product p WHERE p.id = m.provider_product_id AND p.code = ${code}`;
const routed = async () => (await readMappings(database.db)).map(({ product }) => product?.code);

describe('an order goes to a provider under the wrong product, or not at all', () => {
  test('what cannot be mistaken is mapped, data plans are proposed, and orders follow what is confirmed', async () => {
    expect(await sync()).toEqual([
      expect.objectContaining({ provider: 'vtpass', kind: 'synced', added: 2, mapped: 0, proposed: 0 }),
      {
        provider: 'monnify',
        kind: 'synced',
        added: 5,
        changed: 0,
        gone: 0,
        unchanged: 0,
        contradictory: [],
        mapped: 3,
        proposed: 2,
        takenBack: 0,
      },
    ]);
    expect(await mappings()).toEqual([
      'mtn/* = 10 confirmed',
      'eko-electric/prepaid = product-ekedc-pre confirmed',
      'dstv/dstv-padi = product-dstv-padi confirmed',
      'mtn-data/mtn-1000 = 203 proposed',
      'glo-sme-data/glo-sme = sme proposed',
    ]);
    await decide('203', 'confirmed');
    expect(await readMappings(database.db)).toEqual([
      {
        provider: 'monnify',
        productType: 'AIRTIME',
        serviceId: 'mtn',
        variationCode: null,
        product: { code: '10', amount: null },
        costKobo: null,
        leastKobo: null,
        mostKobo: null,
      },
      {
        provider: 'monnify',
        productType: 'ELECTRICITY',
        serviceId: 'eko-electric',
        variationCode: 'prepaid',
        product: { code: 'product-ekedc-pre', amount: null },
        costKobo: null,
        leastKobo: 100_000n,
        mostKobo: null,
      },
      {
        provider: 'monnify',
        productType: 'CABLE_TV',
        serviceId: 'dstv',
        variationCode: 'dstv-padi',
        product: { code: 'product-dstv-padi', amount: null },
        costKobo: 185_000n,
        leastKobo: null,
        mostKobo: null,
      },
      {
        provider: 'monnify',
        productType: 'DATA',
        serviceId: 'mtn-data',
        variationCode: 'mtn-1000',
        product: { code: '203', amount: '995.00' },
        costKobo: 99_500n,
        leastKobo: null,
        mostKobo: null,
      },
    ]);
  });

  test('a second sync changes nothing, and a new price follows the provider', async () => {
    await sync();
    const before = await mappings();
    expect(await ofSecond()).toMatchObject({ unchanged: 5, added: 0, mapped: 0, proposed: 0, takenBack: 0 });
    await decide('203', 'confirmed');
    products = found([
      AIRTIME,
      METERS,
      PADI,
      SME,
      { ...PLAN, product: { code: '203', amount: '1005.00' }, costKobo: 100_500n },
    ]);
    expect(await ofSecond()).toMatchObject({ changed: 1, unchanged: 4, takenBack: 0 });
    expect(await readMappings(database.db)).toContainEqual(
      expect.objectContaining({ product: { code: '203', amount: '1005.00' }, costKobo: 100_500n }),
    );
    expect(await mappings()).toHaveLength(before.length);
  });

  test('a product that is another one now is not sold before a person has looked', async () => {
    await sync();
    await decide('203', 'confirmed');
    products = found([AIRTIME, METERS, PADI, SME, { ...PLAN, name: 'MTN 500MB 30 Days' }]);
    expect(await ofSecond()).toMatchObject({ changed: 1, takenBack: 1 });
    expect(await routed()).not.toContain('203');
    products = found([AIRTIME, METERS, PADI, SME, PLAN]);
    expect(await ofSecond()).toMatchObject({ proposed: 1 });
    expect(await mappings()).toContain('mtn-data/mtn-1000 = 203 proposed');
  });

  test('a product that is gone gets no orders, keeps its mapping, and another one may take its place', async () => {
    await sync();
    const other = { ...AIRTIME, product: { code: '10-b', amount: null }, name: 'MTN Airtime' };
    products = found([METERS, PADI, PLAN, SME]);
    expect(await ofSecond()).toMatchObject({ gone: 1 });
    expect(await routed()).not.toContain('10');
    products = found([AIRTIME, METERS, PADI, PLAN, SME]);
    await sync();
    expect(await routed()).toContain('10');
    products = found([other, METERS, PADI, PLAN, SME]);
    expect(await ofSecond()).toMatchObject({ added: 1, gone: 1, mapped: 1 });
    expect(await mappings()).toEqual(expect.arrayContaining(['mtn/* = 10 rejected', 'mtn/* = 10-b confirmed']));
  });

  test('what a person has rejected stays rejected, and a proposal that fits no more is none', async () => {
    await sync();
    await decide('10', 'rejected');
    lists['mtn-data'] = found([variation('mtn-1000', 'N1000 2GB - 30 days', 1000)]);
    expect(await ofSecond()).toMatchObject({ mapped: 0, proposed: 0 });
    expect(await mappings()).toEqual(
      expect.arrayContaining(['mtn/* = 10 rejected by ada@example.com', 'mtn-data/mtn-1000 = 203 rejected']),
    );
  });

  test('providers in another order of preference sell the same plans under the same mappings', async () => {
    await sync();
    await decide('203', 'confirmed');
    const plans = () =>
      database.db.dataPlan.findMany({ orderBy: { id: 'asc' }, omit: { costSeenAt: true, updatedAt: true } });
    const [plansBefore, before] = [await plans(), await mappings()];
    expect(plansBefore.map(({ planId }) => planId)).toContain('mtn-1000');
    expect(await sync({}, [second, first])).toEqual([
      expect.objectContaining({ provider: 'monnify', kind: 'synced', unchanged: 5, mapped: 0, proposed: 0 }),
      expect.objectContaining({ provider: 'vtpass', kind: 'synced', unchanged: 2 }),
    ]);
    expect(await plans()).toEqual(plansBefore);
    expect(await mappings()).toEqual(before);
  });

  test('a first provider with codes of its own sells its plans under them', async () => {
    const self: CatalogueSource = {
      ...second,
      dataServices: [{ serviceId: 'mtn-data', network: 'MTN' }],
      variations: async () => found([variation('203', PLAN.name, 995)]),
    };
    await sync({}, [self]);
    expect(await mappings()).toEqual(expect.arrayContaining(['mtn/* = 10 confirmed', 'mtn-data/203 = 203 confirmed']));
  });
});

describe('one provider that is away stops the catalogue of the others', () => {
  test('its products stay as they are, the others are synced, and it is reported', async () => {
    await sync();
    products = away;
    lists.dstv = away;
    lists['mtn-data'] = found([variation('mtn-1000', 'N1000 1.5GB - 30 days', 1010)]);
    expect(await sync()).toEqual([
      { provider: 'vtpass', kind: 'unavailable', reason: 'dstv: HTTP 503' },
      { provider: 'monnify', kind: 'unavailable', reason: 'HTTP 503' },
    ]);
    expect(await database.db.dataPlan.findUnique({ where: { planId: 'mtn-1000' } })).toMatchObject({
      costKobo: 101_000n,
    });
    expect(await routed()).toEqual(['10', 'product-ekedc-pre', 'product-dstv-padi']);
  });

  test('a list that is suddenly empty or much shorter is left alone, unless a person allows it', async () => {
    await sync();
    products = found<ListedProduct>([]);
    expect(await ofSecond()).toEqual({ provider: 'monnify', kind: 'emptied', products: 5 });
    expect(await routed()).toHaveLength(3);
    products = found([listed('new', 'MTN 7GB 30 Days')]);
    expect(await ofSecond()).toEqual({ provider: 'monnify', kind: 'shrunk', products: 5, gone: 5 });
    expect(await ofSecond({ allowEmpty: true })).toMatchObject({ kind: 'synced', added: 1, gone: 5 });
    expect(await routed()).toEqual([]);
  });

  test('what changed is recorded once for each provider', async () => {
    await sync();
    await sync();
    const recorded = await database.db.auditLog.findMany({ where: { action: 'catalogue.change', subject: 'monnify' } });
    expect(recorded.map(({ details }) => details)).toEqual([{ added: '5', mapped: '3', proposed: '2' }]);
  });

  test('a provider that is alone and has no list of its own is asked for nothing but its plans', async () => {
    expect(await sync({}, [first])).toEqual([]);
    expect(await database.db.providerProduct.count()).toBe(0);
  });
});

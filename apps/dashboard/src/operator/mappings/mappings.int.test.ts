import type { CatalogueSource } from '@topup/core/catalogue';
import type { ListedProduct, Lookup, Variation } from '@topup/core/provider';
import type { MappingRow, MappingTable } from '@topup/dashboard-contract';
import { eventually } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const found = <T>(value: T[]): Lookup<T[]> => ({ kind: 'found', value });
const plans: Record<string, Variation[]> = {
  'mtn-data': [
    { code: 'm1', name: 'N1000 1.5GB - 30 days', priceKobo: 100_000n },
    { code: 'm2', name: 'N2000 4.5GB - 30 days', priceKobo: 200_000n },
  ],
};
const listed = (code: string, name: string, costKobo: bigint | null, some: Partial<ListedProduct> = {}) => ({
  productType: 'DATA' as const,
  serviceId: 'mtn-data',
  product: { code, amount: null },
  name,
  costKobo,
  leastKobo: null,
  mostKobo: null,
  meterType: null,
  ...some,
});

const monnify: CatalogueSource = {
  name: 'monnify',
  dataServices: [],
  variations: async () => found<Variation>([]),
  products: async () =>
    found([
      listed('10', 'MTN Mobile Top up', null, { productType: 'AIRTIME', serviceId: 'mtn' }),
      listed('203', 'MTN 1.5GB 30 Days', 99_500n),
      listed('204', 'MTN 4.5GB 30 Days', 205_000n),
      listed('sme', 'SME 4.5GB 30 Days', 150_000n, { serviceId: null }),
    ]),
};

const { world, get, post } = openOperatorWorld({ others: [monnify] });

beforeAll(async () => {
  world().provider.variations = (serviceId) => found(plans[serviceId] ?? []);
  await post('/catalogue/sync').expect(202);
  await eventually(
    () => get('/catalogue/sync'),
    ({ body }) => !body.running,
  );
  await world().workerSyncs();
});

const table = async (query = ''): Promise<MappingTable> => (await get(`/mappings${query}`).expect(200)).body;
const ofOurs = async (product: string): Promise<MappingRow> => {
  const row = (await table()).mappings.find(({ ours }) => ours?.product === product);
  if (row === undefined) throw new Error(`${product} has no mapping`);
  return row;
};

describe('an operator confirms what is not the same, or cannot see why it is proposed', () => {
  test('proposals stand beside each other with size, validity, costs and their difference', async () => {
    const { providers, mappings, unmapped, unused } = await table();
    expect(providers).toEqual(['vtpass', 'monnify']);
    expect(mappings.map(({ status, ours }) => [ours?.product, status])).toEqual([
      ['mtn', 'confirmed'],
      ['mtn-data/m1', 'proposed'],
      ['mtn-data/m2', 'proposed'],
    ]);
    expect(mappings[2]).toMatchObject({
      provider: 'monnify',
      decidedBy: null,
      difference: '50.00',
      ours: { type: 'DATA', service: 'mtn-data', size: '4.5 GB', validity: '30 days', cost: '2000.00' },
      theirs: {
        code: '204',
        name: 'MTN 4.5GB 30 Days',
        size: '4.5 GB',
        validity: '30 days',
        cost: '2050.00',
        gone: false,
      },
    });
    expect(mappings[0]).toMatchObject({ difference: null, ours: { cost: null, size: null }, theirs: { cost: null } });
    expect(unmapped.map(({ ours }) => ours.product)).toEqual(['glo', 'airtel', 'etisalat']);
    expect(unused).toMatchObject([{ provider: 'monnify', code: 'sme', service: null, size: '4.5 GB' }]);
    expect(await table('?provider=vtpass')).toMatchObject({ mappings: [], unmapped: [], unused: [] });
    expect((await table('?provider=monnify')).mappings).toEqual(mappings);
  });

  test('the tables and their files have the same filters', async () => {
    const lines = async (path: string) => (await get(path).expect(200)).text.trim().split('\r\n').slice(1);
    for (const query of ['?status=proposed', '?search=4.5GB', '?search=etisalat', '?status=rejected']) {
      const { mappings, unmapped, proposals } = await table(query);
      expect([query, proposals]).toEqual([query, 2]);
      const ids = (await lines(`/mappings.csv${query}`)).map((line) => Number(line.split(',')[0]));
      expect(ids).toEqual(mappings.map(({ id }) => id));
      const products = (await lines(`/mappings/unmapped.csv${query}`)).map((line) => line.split(',')[1]);
      expect(products).toEqual(unmapped.map(({ ours }) => ours.product));
    }
    expect((await table('?search=4.5GB')).mappings).toHaveLength(1);
    expect((await table('?search=etisalat')).unmapped).toHaveLength(1);
  });

  test('a proposal is confirmed, rejected and made by hand, and each is audited', async () => {
    const { id } = await ofOurs('mtn-data/m1');
    expect((await post('/mappings/confirm', { ids: [id] }).expect(200)).body).toEqual({ changed: 1 });
    expect((await post('/mappings/confirm', { ids: [id] }).expect(200)).body).toEqual({ changed: 0 });
    expect(await ofOurs('mtn-data/m1')).toMatchObject({ status: 'confirmed', decidedBy: OPERATOR });
    const m2 = await ofOurs('mtn-data/m2');
    expect((await post('/mappings/reject', { ids: [m2.id] }).expect(200)).body).toEqual({ changed: 1 });
    const [sme] = (await table()).unused.filter(({ code }) => code === 'sme');
    const made = { productId: sme?.id, to: 'mtn-data/m2' };
    expect((await post('/mappings/make', made).expect(200)).body).toEqual({ changed: 1 });
    expect(
      (await world().recordedOf('mtn-data/m2')).map(({ action, after, details }) => [action, after, details]),
    ).toEqual([
      ['mapping.reject', { status: 'rejected' }, { mappings: 'mtn-data/m2 = monnify 204 (MTN 4.5GB 30 Days)' }],
      ['mapping.make', { status: 'confirmed' }, { mappings: 'mtn-data/m2 = monnify sme (SME 4.5GB 30 Days)' }],
    ]);
    expect((await post('/mappings/confirm', { ids: [m2.id] }).expect(409)).body).toMatchObject({
      code: 'mapping_taken',
      message: expect.stringContaining('already maps "mtn-data/m2" to another product of monnify'),
    });
  });

  test('all proposals are accepted at once, of one provider or of all', async () => {
    const { id } = await ofOurs('mtn-data/m1');
    await world().db.productMapping.update({ where: { id }, data: { status: 'proposed' } });
    expect((await post('/mappings/accept', { provider: 'vtpass' }).expect(200)).body).toEqual({ changed: 0, left: [] });
    expect((await post('/mappings/accept').expect(200)).body).toEqual({ changed: 1, left: [] });
  });

  test('what cannot be is refused at its field, and changes nothing', async () => {
    const { theirs } = await ofOurs('mtn-data/m1');
    expect((await post('/mappings/make', { productId: theirs.id, to: 'mtn' }).expect(409)).body).toMatchObject({
      code: 'product_differs',
      fields: { productId: expect.stringContaining('is data') },
    });
    await post('/mappings/make', { productId: theirs.id, to: 'nothing' }).expect(400);
    await post('/mappings/make', { productId: 999_999, to: 'mtn' }).expect(404);
    await post('/mappings/confirm', { ids: [999_999] }).expect(404);
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: 1 }]) await post('/mappings/reject', body).expect(400);
    await world().db.providerProduct.update({ where: { id: theirs.id }, data: { goneAt: new Date() } });
    const { id } = await ofOurs('mtn-data/m1');
    expect((await post('/mappings/confirm', { ids: [id] }).expect(409)).body.code).toBe('product_gone');
  });
});

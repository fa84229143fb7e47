import { useDatabase } from '@topup/testkit';
import {
  acceptProposals,
  confirmMappings,
  type MappingOutcome,
  mapByHand,
  type NamedMapping,
  rejectMappings,
} from './decide-mappings';
import { readMappings } from './mapping.store';
import { readCatalogueMap } from './read-catalogue-map';

const database = useDatabase({ eachTest: true });
const ADA = 'ada@example.com';
const VTPASS = { name: 'vtpass', ownWords: true };
const [MONNIFY, RELOADLY] = [
  { name: 'monnify', ownWords: false },
  { name: 'reloadly', ownWords: false },
];

type Tx = Parameters<typeof confirmMappings>[0];
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => database.db.$transaction(work);
const confirm = (...ids: number[]) => inTransaction((tx) => confirmMappings(tx, ids, ADA));
const reject = (...ids: number[]) => inTransaction((tx) => rejectMappings(tx, ids, ADA));
const map = (productId: number, to: string) =>
  inTransaction((tx) => mapByHand(tx, { productId, to, owner: 'vtpass' }, ADA));
const accept = (...providers: string[]) => inTransaction((tx) => acceptProposals(tx, providers, ADA));
const named = (outcome: MappingOutcome | { changed: NamedMapping[] }) =>
  'changed' in outcome
    ? outcome.changed.map(({ ours, provider, theirs }) => `${ours} = ${provider} ${theirs}`)
    : outcome;

type Product = { provider?: string; type?: string; service?: string | null; meter?: string; gone?: boolean };

async function product(code: string, { provider = 'monnify', type, service, meter, gone }: Product = {}) {
  const { id } = await database.db.providerProduct.create({
    data: {
      provider,
      productType: type ?? 'DATA',
      serviceId: service === undefined ? 'mtn-data' : service,
      code,
      name: `MTN ${code}`,
      costKobo: 99_000n,
      meterType: meter ?? null,
      goneAt: gone ? new Date() : null,
    },
  });
  return id;
}

async function mapping(providerProductId: number, variationCode: string | null = 'm1', status = 'proposed') {
  const { provider, productType } = await database.db.providerProduct.findUniqueOrThrow({
    where: { id: providerProductId },
  });
  const { id } = await database.db.productMapping.create({
    data: { providerProductId, provider, productType, serviceId: 'mtn-data', variationCode, status },
  });
  return id;
}

beforeEach(async () => {
  for (const [planId, network, providerService] of [
    ['m1', 'MTN', 'mtn-data'],
    ['m2', 'MTN', 'mtn-data'],
    ['g1', 'GLO', 'glo-data'],
    ['s1', 'GLO', 'glo-sme-data'],
  ] as const)
    await database.db.dataPlan.create({
      data: {
        planId,
        network,
        providerService,
        providerCode: planId,
        name: planId,
        planName: planId,
        validity: '',
        costKobo: 100_000n,
      },
    });
});

const routed = async () =>
  (await readMappings(database.db)).map(({ variationCode, product }) => `${variationCode} = ${product?.code}`);

describe('an order follows what nobody has confirmed, or one order two products', () => {
  test('what is confirmed is followed until it is rejected, and who decided is kept', async () => {
    const id = await mapping(await product('203'));
    expect(await routed()).toEqual([]);
    expect(named(await confirm(id))).toEqual(['mtn-data/m1 = monnify 203 (MTN 203)']);
    expect(named(await confirm(id))).toEqual([]);
    expect(await routed()).toEqual(['m1 = 203']);
    expect(await database.db.productMapping.findUnique({ where: { id } })).toMatchObject({ decidedBy: ADA });
    expect(named(await reject(id))).toHaveLength(1);
    expect(named(await reject(id))).toEqual([]);
    expect(await routed()).toEqual([]);
  });

  test('several are decided all or none', async () => {
    const [one, gone] = [await mapping(await product('203')), await mapping(await product('9', { gone: true }), 'm2')];
    expect(await confirm(one, gone)).toEqual({ kind: 'product_gone', provider: 'monnify', theirs: 'MTN 9' });
    expect(await confirm(one, 99_999)).toEqual({ kind: 'no_such_mapping', id: 99_999 });
    expect(await reject(one, 99_999)).toEqual({ kind: 'no_such_mapping', id: 99_999 });
    expect(await database.db.productMapping.count({ where: { status: 'proposed' } })).toBe(2);
  });

  test('our product has one product of a provider, and one of each provider', async () => {
    const one = await mapping(await product('203'));
    const two = await mapping(await product('204'));
    const elsewhere = await mapping(await product('345', { provider: 'reloadly' }));
    const taken = { kind: 'mapping_taken', ours: 'mtn-data/m1', provider: 'monnify' };
    expect(await confirm(one, two)).toEqual({ ...taken, by: two });
    expect(named(await confirm(one, elsewhere))).toHaveLength(2);
    expect(await confirm(two)).toEqual({ ...taken, by: one });
    await reject(one);
    expect(named(await confirm(two))).toHaveLength(1);
    expect(await routed()).toEqual(['m1 = 204', 'm1 = 345']);
  });

  test('a product that is gone gives its place to the next', async () => {
    const gone = await product('203');
    await confirm(await mapping(gone));
    await database.db.providerProduct.update({ where: { id: gone }, data: { goneAt: new Date() } });
    expect(named(await confirm(await mapping(await product('204'))))).toHaveLength(1);
    expect(await routed()).toEqual(['m1 = 204']);
  });

  test('two persons at the same moment: one of two mappings is confirmed', async () => {
    const ids = [await mapping(await product('203')), await mapping(await product('204'))];
    const outcomes = await Promise.all(ids.map((id) => confirm(id)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['decided', 'mapping_taken']);
    expect(await routed()).toHaveLength(1);
  });

  test('of all proposals those that contradict each other are left', async () => {
    const [one, two] = [await mapping(await product('203')), await mapping(await product('204'))];
    await mapping(await product('205'), 'm2');
    await mapping(await product('345', { provider: 'reloadly' }), 'm2');
    const accepted = await accept('monnify');
    expect(named(accepted)).toEqual(['mtn-data/m2 = monnify 205 (MTN 205)']);
    expect(accepted.left).toEqual([one, two]);
    expect(await routed()).toEqual(['m2 = 205']);
  });
});

describe('a decision on many mappings takes longer than its transaction may', () => {
  test('three hundred proposals are confirmed, and rejected, by a few statements', async () => {
    await database.db.$executeRaw`
      WITH product AS (
        INSERT INTO provider_product (provider, product_type, service_id, code, name)
        SELECT 'monnify', 'DATA', 'mtn-data', n::text, 'plan ' || n FROM generate_series(1, 300) n RETURNING id, code)
      INSERT INTO product_mapping (provider_product_id, provider, product_type, service_id, variation_code, status)
      SELECT id, 'monnify', 'DATA', 'mtn-data', code, 'proposed' FROM product`;
    const ids = (await database.db.productMapping.findMany({ select: { id: true } })).map(({ id }) => id);
    expect(await statements((tx) => acceptProposals(tx, ['monnify'], ADA))).toBeLessThan(10);
    expect(await database.db.productMapping.count({ where: { status: 'confirmed' } })).toBe(300);
    expect(await statements((tx) => rejectMappings(tx, ids, ADA))).toBeLessThan(10);
    expect(await statements((tx) => confirmMappings(tx, ids, ADA))).toBeLessThan(10);
    expect(await routed()).toHaveLength(300);
  });

  /** How many statements the work sends in its transaction. */
  function statements(work: (tx: Tx) => Promise<unknown>): Promise<number> {
    return inTransaction(async (tx) => {
      let count = 0;
      const counting = new Proxy(tx, {
        get(target, name, receiver) {
          if (name === '$queryRaw' || name === '$executeRaw') count += 1;
          return Reflect.get(target, name, receiver);
        },
      });
      await work(counting);
      return count;
    });
  }
});

describe('a person maps what cannot be the same', () => {
  test('a product is mapped by hand, also one whose name does not tell its service', async () => {
    expect(named(await map(await product('203', { service: null }), 'mtn-data/m1'))).toEqual([
      'mtn-data/m1 = monnify 203 (MTN 203)',
    ]);
    expect(named(await map(await product('sme', { service: 'glo-data' }), 'glo-sme-data/s1'))).toHaveLength(1);
    const meters = await product('eko', { type: 'ELECTRICITY', service: 'eko-electric', meter: 'prepaid' });
    expect(named(await map(meters, 'eko-electric/prepaid'))).toHaveLength(1);
  });

  test('another type, network, disco or kind of meter is refused', async () => {
    const meters = await product('eko', { type: 'ELECTRICITY', service: 'eko-electric', meter: 'prepaid' });
    const plan = await product('203');
    for (const [id, ours, is] of [
      [plan, 'mtn', 'data'],
      [plan, 'glo-data/g1', 'of mtn-data'],
      [meters, 'eko-electric/postpaid', 'for prepaid meters'],
      [meters, 'ikeja-electric/prepaid', 'of eko-electric'],
    ] as const)
      expect(await map(id, ours)).toMatchObject({ kind: 'product_differs', ours, is });
    expect(await map(99_999, 'mtn')).toEqual({ kind: 'no_such_provider_product', id: 99_999 });
    expect(await map(plan, 'mtn-data/m9')).toEqual({ kind: 'no_such_product', product: 'mtn-data/m9' });
  });

  test('another plan of the owner of the catalogue is refused, whose cost nothing compares with the price', async () => {
    const [own, dearer] = [await product('m1', { provider: 'vtpass' }), await product('m2', { provider: 'vtpass' })];
    expect(await map(dearer, 'mtn-data/m1')).toMatchObject({
      kind: 'product_differs',
      is: '"m2" of the owner of the catalogue',
    });
    expect(named(await map(own, 'mtn-data/m1'))).toHaveLength(1);
  });

  test('what is refused leaves nothing behind', async () => {
    await confirm(await mapping(await product('203')));
    expect(await map(await product('204'), 'mtn-data/m1')).toMatchObject({ kind: 'mapping_taken' });
    expect(await map(await product('205', { gone: true }), 'mtn-data/m2')).toMatchObject({ kind: 'product_gone' });
    expect(await database.db.productMapping.count()).toBe(1);
  });
});

test('the map has what is mapped, what we sell without a mapping, and what nobody uses', async () => {
  await confirm(await mapping(await product('203')));
  await mapping(await product('204'), 'm2');
  await mapping(await product('205'), 'old', 'rejected');
  await product('206');
  await product('207', { gone: true });
  await product('padi', { provider: 'vtpass', type: 'CABLE_TV', service: 'dstv' });
  const { mappings, unmapped, unused } = await readCatalogueMap(database.db, [MONNIFY, VTPASS, RELOADLY]);
  expect(mappings.map(({ ours, theirs, status }) => [ours?.name ?? null, theirs.product.code, status])).toEqual([
    ['m1', '203', 'confirmed'],
    ['m2', '204', 'proposed'],
    [null, '205', 'rejected'],
  ]);
  expect(unmapped.map(({ provider, ours }) => `${provider} ${ours.name}`)).toEqual([
    'monnify m2',
    'monnify g1',
    'monnify s1',
  ]);
  expect(unused.map(({ product }) => product.code)).toEqual(['205', '206']);
  expect((await readCatalogueMap(database.db, [VTPASS, MONNIFY], 'reloadly')).mappings).toEqual([]);
});

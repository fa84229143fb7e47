import type { DataNetwork } from '../../product/data';
import { type Match, matchProducts, type OurProduct, type StoredMapping } from './match-products';
import type { StoredProduct } from './product-changes';

const NETWORKS: Record<string, DataNetwork> = { 'mtn-data': 'MTN', 'glo-data': 'GLO', 'glo-sme-data': 'GLO' };
let nextId = 1;
beforeEach(() => {
  nextId = 1;
});

const ours = (some: Partial<OurProduct>): OurProduct => ({
  productType: 'DATA',
  serviceId: 'mtn-data',
  variationCode: 'm1',
  name: 'MTN 1 GB, 30 days',
  network: 'MTN',
  costKobo: 100_000n,
  ...some,
});

const theirs = (some: Partial<StoredProduct>): StoredProduct => ({
  id: nextId++,
  productType: 'DATA',
  serviceId: 'mtn-data',
  product: { code: `p${nextId}`, amount: null },
  name: 'MTN 1GB 30 Days',
  costKobo: 99_000n,
  leastKobo: null,
  mostKobo: null,
  meterType: null,
  isGone: false,
  ...some,
});

const disco = (meterType: 'prepaid' | 'postpaid', id: number) =>
  theirs({ id, productType: 'ELECTRICITY', serviceId: 'eko-electric', meterType, costKobo: null });

function match(own: OurProduct[], listed: StoredProduct[], mappings: StoredMapping[] = [], isOwner = false) {
  return matchProducts(own, listed, mappings, { isOwner, networkOf: (serviceId) => NETWORKS[serviceId] });
}
const pairs = (matches: Match[]) =>
  matches.map((each) => `${each.variationCode ?? each.serviceId} = ${each.providerProductId} ${each.status}`);

const decided = (some: Partial<StoredMapping>): StoredMapping => ({
  providerProductId: 1,
  productType: 'DATA',
  serviceId: 'mtn-data',
  variationCode: 'm1',
  status: 'confirmed',
  byPerson: true,
  ...some,
});

describe('a customer gets another plan than the one that was bought', () => {
  test('a data plan is only proposed, and to the nearest in price of its network, size and validity', () => {
    const listed = [
      theirs({ costKobo: 120_000n }),
      theirs({ costKobo: 99_000n }),
      theirs({ name: 'MTN 1GB 7 Days', costKobo: 100_000n }),
      theirs({ name: 'MTN 2GB 30 Days', costKobo: 100_000n }),
      theirs({ name: 'MTN SME 1GB 30 Days', costKobo: 100_000n }),
      theirs({ name: 'Glo 1GB 30 Days', serviceId: 'glo-data', costKobo: 100_000n }),
      theirs({ name: 'MTN 1GB 30 Days', serviceId: null, costKobo: 100_000n }),
    ];
    expect(pairs(match([ours({})], listed))).toEqual(['m1 = 2 proposed']);
  });

  test('what costs more than twice as much, is gone, or has no readable size is not proposed', () => {
    const listed = [theirs({ costKobo: 200_001n }), theirs({ costKobo: 49_999n }), theirs({ isGone: true })];
    expect(match([ours({})], listed)).toEqual([]);
    expect(match([ours({ name: 'MTN Xtratalk' })], [theirs({ name: 'MTN Xtratalk' })])).toEqual([]);
  });

  test('plans of two services of one network are told apart by their names', () => {
    const sme = ours({ serviceId: 'glo-sme-data', variationCode: 's1', name: 'Glo SME 1 GB, 30 days', network: 'GLO' });
    const glo = ours({ serviceId: 'glo-data', variationCode: 'g1', name: 'Glo 1 GB, 30 days', network: 'GLO' });
    const listed = [
      theirs({ serviceId: 'glo-data', name: 'Glo SME 1GB 30 Days' }),
      theirs({ serviceId: 'glo-data', name: 'Glo 1GB 30 Days' }),
    ];
    expect(pairs(match([sme, glo], listed))).toEqual(['s1 = 1 proposed', 'g1 = 2 proposed']);
  });

  test('what the owner of the catalogue sells is its own plan, by its code', () => {
    const own = theirs({ product: { code: 'm1', amount: '990.00' }, name: 'anything' });
    expect(pairs(match([ours({})], [own, theirs({})], [], true))).toEqual(['m1 = 1 confirmed']);
  });
});

describe('what cannot be mistaken waits for a person', () => {
  const airtime = ours({ productType: 'AIRTIME', serviceId: 'mtn', variationCode: null, network: null });
  const topUp = (id: number) => theirs({ id, productType: 'AIRTIME', serviceId: 'mtn', costKobo: null });

  test('the only airtime of a network is mapped, two are proposed', () => {
    expect(pairs(match([airtime], [topUp(1)]))).toEqual(['mtn = 1 confirmed']);
    expect(pairs(match([airtime], [topUp(1), topUp(2)]))).toEqual(['mtn = 1 proposed', 'mtn = 2 proposed']);
  });

  test('a disco is mapped by its name and the type of its meters', () => {
    const meters = (['prepaid', 'postpaid'] as const).map((variationCode) =>
      ours({ productType: 'ELECTRICITY', serviceId: 'eko-electric', variationCode, network: null, costKobo: null }),
    );
    expect(pairs(match(meters, [disco('postpaid', 1), disco('prepaid', 2)]))).toEqual([
      'prepaid = 2 confirmed',
      'postpaid = 1 confirmed',
    ]);
    expect(match(meters, [{ ...disco('prepaid', 1), meterType: null }])).toEqual([]);
  });

  const bouquet = (variationCode: string, name: string, costKobo = 90_000n) =>
    ours({ productType: 'CABLE_TV', serviceId: 'startimes', variationCode, name, network: null, costKobo });
  const listed = (name: string, costKobo = 90_000n) =>
    theirs({ productType: 'CABLE_TV', serviceId: 'startimes', name, costKobo });

  test('a package is mapped by its name and its time, and one without a time is for a month', () => {
    const own = [bouquet('nova', 'Nova - 900 Naira - 1 Month'), bouquet('day', 'Nova - 90 Naira - 1 Day', 9_000n)];
    expect(
      pairs(
        match(own, [listed('StarTimes Nova (1 Day)', 9_000n), listed('StarTimes Nova'), listed('StarTimes Super')]),
      ),
    ).toEqual(['nova = 2 confirmed', 'day = 1 confirmed']);
  });

  test('a package of the same name at another price is not the same, and two of our own wait for a person', () => {
    const dear = listed('Nova', 200_000n);
    expect(match([bouquet('nova', 'Nova')], [dear])).toEqual([]);
    expect(pairs(match([bouquet('a', 'Nova'), bouquet('b', 'Nova 30 days')], [listed('Nova'), dear]))).toEqual([
      'a = 2 proposed',
      'b = 2 proposed',
    ]);
  });
});

describe('a sync undoes the decision of a person', () => {
  test('nothing is proposed beside what is confirmed', () => {
    expect(match([ours({})], [theirs({}), theirs({})], [decided({})])).toEqual([]);
  });

  test('a rejected pair is not proposed again, and the next one is', () => {
    const rejected = decided({ status: 'rejected', providerProductId: 1 });
    expect(pairs(match([ours({})], [theirs({}), theirs({})], [rejected]))).toEqual(['m1 = 2 proposed']);
  });

  test('what an earlier sync took back may be proposed again', () => {
    const takenBack = decided({ status: 'rejected', byPerson: false });
    expect(pairs(match([ours({})], [theirs({})], [takenBack]))).toEqual(['m1 = 1 proposed']);
  });
});

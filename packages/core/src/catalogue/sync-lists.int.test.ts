import { AS_OPS, BY_TEST, fundedAccount, useDatabase } from '@topup/testkit';
import type { Lookup, Variation } from '../provider/provider.port';
import { findBuyablePlan, listPlans } from './catalogue.store';
import { clearPlanId, giveBackPlanId, insertAnnounced, setGone } from './plan.store';
import { setPlanPrice } from './price.store';
import { type ServiceSync, type SyncOptions, type SyncStep, syncLists } from './sync-lists';

const database = useDatabase();
let accountId: string;

beforeAll(async () => {
  accountId = await fundedAccount(database.db, 0n);
});

// ---- a provider with two services, whose lists each test writes

const MTN = { serviceId: 'mtn-data', network: 'MTN' } as const;
const GLO = { serviceId: 'glo-data', network: 'GLO' } as const;
let lists: Record<string, Lookup<Variation[]>>;
const provider = {
  name: 'vtpass',
  dataServices: [MTN, GLO],
  variations: async (serviceId: string) => lists[serviceId] ?? ({ kind: 'unavailable', reason: 'no answer' } as const),
};

beforeEach(async () => {
  await database.db.planPrice.deleteMany();
  await database.db.dataPlan.deleteMany();
  lists = { 'mtn-data': listing('m1 100', 'm2 200'), 'glo-data': listing('g1 100') };
});

/** `code naira`, or `code naira name`. */
function listing(...entries: string[]): Lookup<Variation[]> {
  const value = entries.map((entry) => {
    const [code = '', naira = '', ...name] = entry.split(' ');
    return { code, name: name.join(' ') || `N${naira} ${code} - 1 day`, priceKobo: BigInt(naira) * 100n };
  });
  return { kind: 'found', value };
}

const sync = (options?: SyncOptions) =>
  syncLists({ db: database.db, by: BY_TEST, providers: [provider] }, () => undefined, options);

/** The changes of a sync to a service, by code; without those that are empty. */
function changesOf(service: ServiceSync | undefined) {
  if (service?.kind !== 'synced') return service;
  const { added, changed, returned, withdrawn, clashes, doubtful, contradictory } = service;
  const codes = {
    added: added.map(({ code }) => code),
    changed: changed.map(({ now }) => now.code),
    returned: returned.map(({ now }) => now.code),
    withdrawn: withdrawn.map(({ providerCode }) => providerCode),
    clashes,
    doubtful: doubtful.map(({ now }) => now.code),
    contradictory,
  };
  return Object.fromEntries(Object.entries(codes).filter(([, list]) => list.length > 0));
}

async function syncTold(options?: SyncOptions) {
  const { services } = await sync(options);
  return services.map(changesOf);
}

const forSale = async () => (await listPlans(database.db, accountId)).flatMap(({ planId }) => planId ?? []);
const rows = () => database.db.dataPlan.findMany({ orderBy: { id: 'asc' } });

describe('the catalogue differs from what the provider sells', () => {
  test('a first sync lists every plan under its code, at cost plus the markup', async () => {
    expect(await syncTold()).toEqual([{ added: ['m1', 'm2'] }, { added: ['g1'] }]);
    expect(await listPlans(database.db, accountId)).toMatchObject([
      { planId: 'g1', network: 'GLO', priceKobo: 11_000n },
      {
        planId: 'm1',
        network: 'MTN',
        name: 'MTN m1, 1 day',
        planName: 'm1',
        validity: '1 day',
        priceKobo: 11_000n,
        isActive: true,
      },
      { planId: 'm2', network: 'MTN', priceKobo: 22_000n },
    ]);
    expect(await findBuyablePlan(database.db, accountId, 'm2')).toMatchObject({
      providerService: 'mtn-data',
      providerCode: 'm2',
      costKobo: 20_000n,
    });
  });

  test('the same list again confirms the costs and changes nothing else, not even the time of the change', async () => {
    await sync();
    const before = await rows();
    expect(await syncTold()).toEqual([{}, {}]);
    const after = await rows();
    expect(after).toEqual(before.map((row, n) => ({ ...row, costSeenAt: after[n]?.costSeenAt })));
    for (const [n, { costSeenAt }] of after.entries())
      expect(Number(costSeenAt)).toBeGreaterThan(Number(before[n]?.costSeenAt));
  });

  test('a new cost changes the price, and a new name is shown', async () => {
    await sync();
    lists['mtn-data'] = listing('m1 150', 'm2 200 Double - 2 days');
    expect(await syncTold()).toEqual([{ changed: ['m1', 'm2'] }, {}]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ priceKobo: 16_500n });
    expect(await findBuyablePlan(database.db, accountId, 'm2')).toMatchObject({ name: 'MTN Double, 2 days' });
    expect((await listPlans(database.db, accountId)).find(({ planId }) => planId === 'm2')).toMatchObject({
      planName: 'Double',
      validity: '2 days',
    });
    expect(await syncTold()).toEqual([{}, {}]);
  });

  test('a plan that is no longer sold is not listed, and comes back as the same row', async () => {
    await sync();
    const before = await rows();
    lists['mtn-data'] = listing('m2 200');
    expect(await syncTold()).toEqual([{ withdrawn: ['m1'] }, {}]);
    expect(await forSale()).toEqual(['g1', 'm2']);
    lists['mtn-data'] = listing('m1 120', 'm2 200');
    expect(await syncTold()).toEqual([{ returned: ['m1'] }, {}]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ costKobo: 12_000n });
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test('a code with two prices is reported and not sold, even if it was sold before', async () => {
    lists['mtn-data'] = listing('m1 100', 'm2 200', 'm2 200 again');
    await sync();
    expect(await forSale()).toContain('m2');
    lists['mtn-data'] = listing('m1 100', 'm2 200', 'm2 300');
    expect(await syncTold()).toEqual([{ withdrawn: ['m2'], contradictory: ['m2'] }, {}]);
    expect(await forSale()).not.toContain('m2');
    expect(await syncTold()).toEqual([{ contradictory: ['m2'] }, {}]);
  });

  test('the progress names each service, read or not', async () => {
    const steps: SyncStep[] = [];
    delete lists['glo-data'];
    await syncLists({ db: database.db, by: BY_TEST, providers: [provider] }, (step) => steps.push(step));
    expect(steps).toEqual([
      { ...MTN, kind: 'read', variations: 2 },
      { ...GLO, kind: 'unavailable', reason: 'no answer' },
    ]);
  });
});

describe('a fault of the provider empties the catalogue', () => {
  test('a service that cannot be read is left as it is and reported; the others are synced', async () => {
    await sync();
    delete lists['mtn-data'];
    lists['glo-data'] = listing('g1 100', 'g2 200');
    expect(await syncTold()).toEqual([{ ...MTN, kind: 'unavailable', reason: 'no answer' }, { added: ['g2'] }]);
    expect(await forSale()).toEqual(['g1', 'g2', 'm1', 'm2']);
  });

  test.each<[string, Lookup<Variation[]>]>([
    ['an empty list', listing()],
    ['a list without prices', listing('m1 0', 'm2 0')],
    ['an unknown service', { kind: 'not_recognised', reason: 'no such service' }],
  ])('%s withdraws nothing unless the operator allows it', async (_, list) => {
    await sync();
    lists['mtn-data'] = list;
    expect(await syncTold()).toEqual([{ ...MTN, kind: 'emptied', plans: 2 }, {}]);
    expect(await forSale()).toEqual(['g1', 'm1', 'm2']);
    expect(await syncTold({ allowEmpty: true })).toEqual([{ withdrawn: ['m1', 'm2'] }, {}]);
    expect(await forSale()).toEqual(['g1']);
    // nothing is left to be lost
    expect(await syncTold()).toEqual([{}, {}]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => `m${n} 100`);

  test('a list that lacks five plans and more than a third withdraws nothing unless the operator allows it', async () => {
    lists['mtn-data'] = listing(...many(14));
    await sync();
    lists['mtn-data'] = listing(...many(9).slice(1), 'm0 120', 'new 100');
    expect(await syncTold()).toEqual([{ ...MTN, kind: 'shrunk', plans: 14, gone: 5 }, {}]);
    expect(await forSale()).toHaveLength(15);
    expect(await findBuyablePlan(database.db, accountId, 'm0')).toMatchObject({ costKobo: 10_000n });
    expect((await syncTold({ allowEmpty: true }))[0]).toMatchObject({ added: ['new'], changed: ['m0'] });
    expect(await forSale()).toHaveLength(11);
  });

  test('fewer than five, a third, and codes with several prices are no fault', async () => {
    lists['mtn-data'] = listing(...many(15));
    await sync();
    lists['mtn-data'] = listing(...many(10));
    expect((await syncTold())[0]).toEqual({ withdrawn: ['m10', 'm11', 'm12', 'm13', 'm14'] });
    lists['mtn-data'] = listing(...many(10), ...many(6).map((entry) => entry.replace('100', '300')));
    const six = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'];
    expect((await syncTold())[0]).toEqual({ withdrawn: six, contradictory: six });
    lists['mtn-data'] = listing('m9 100');
    expect((await syncTold())[0]).toEqual({ withdrawn: ['m6', 'm7', 'm8'] });
  });

  test('a cost that falls by more than half is kept, and not confirmed, unless the operator allows it', async () => {
    await sync();
    const before = await rows();
    lists['mtn-data'] = listing('m1 49', 'm2 100');
    expect(await syncTold()).toEqual([{ changed: ['m2'], doubtful: ['m1'] }, {}]);
    const [kept] = await rows();
    expect(kept).toMatchObject({ providerCode: 'm1', costKobo: 10_000n, costSeenAt: before[0]?.costSeenAt });
    expect(await syncTold({ allowEmpty: true })).toEqual([{ changed: ['m1'] }, {}]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ costKobo: 4_900n });
  });

  test('when no service can be read, nothing changes', async () => {
    await sync();
    const before = await rows();
    lists = {};
    expect((await sync({ allowEmpty: true })).services.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable']);
    expect(await rows()).toEqual(before);
  });
});

describe('one code means two plans', () => {
  test('a code of another service is not listed, whichever service lists it again', async () => {
    lists['glo-data'] = listing('g1 100', 'm1 500');
    expect(await syncTold()).toEqual([{ added: ['m1', 'm2'] }, { added: ['g1'], clashes: ['m1'] }]);
    expect(await syncTold()).toEqual([{}, { clashes: ['m1'] }]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ network: 'MTN', costKobo: 10_000n });
  });

  test('it passes to another service only when the first one dropped it and an operator withdrew it', async () => {
    await sync();
    lists['glo-data'] = listing('g1 100', 'm1 500');
    lists['mtn-data'] = listing('m2 200');
    expect(await syncTold()).toEqual([{ withdrawn: ['m1'] }, { clashes: ['m1'] }]);
    lists['mtn-data'] = listing('m1 100', 'm2 200');
    await sync();
    const id = await clearPlanId(database.db, 'm1');
    expect(await syncTold()).toEqual([{}, { clashes: ['m1'] }]);
    lists['mtn-data'] = listing('m2 200');
    expect(await syncTold()).toEqual([{ withdrawn: ['m1'] }, { added: ['m1'] }]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ network: 'GLO' });
    expect(await giveBackPlanId(database.db, id ?? 0)).toMatchObject({ kind: 'plan_id_taken' });
    lists['mtn-data'] = listing('m1 100', 'm2 200');
    expect(await syncTold()).toEqual([{ clashes: ['m1'] }, {}]);
  });
});

describe('a sync undoes the decision of an operator', () => {
  test('a withdrawn plan stays withdrawn, and has the new cost when it is restored', async () => {
    await sync();
    const id = await clearPlanId(database.db, 'm1');
    lists['mtn-data'] = listing('m2 200');
    await sync();
    lists['mtn-data'] = listing('m1 300', 'm2 200');
    expect(await syncTold()).toEqual([{ returned: ['m1'] }, {}]);
    expect(await forSale()).toEqual(['g1', 'm2']);
    expect(await giveBackPlanId(database.db, id ?? 0)).toEqual({ kind: 'restored', planId: 'm1' });
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ costKobo: 30_000n });
  });

  test('an announced plan stays listed until it is retired', async () => {
    const { id, name } = await insertAnnounced(database.db, {
      network: 'MTN',
      name: 'N500 5GB - 7 days',
      costKobo: 50_000n,
    });
    await sync();
    expect(name).toBe('MTN 5 GB, 7 days');
    const announced = { id, planId: null, name, planName: '5 GB', validity: '7 days', priceKobo: 55_000n };
    expect((await listPlans(database.db, accountId)).find((plan) => plan.id === id)).toMatchObject(announced);
    expect(await setGone(database.db, id)).toBe(true);
    await sync();
    expect((await listPlans(database.db, accountId)).find((plan) => plan.id === id)).toBeUndefined();
  });

  test('a plan that nobody lists any more has a name of our form too', async () => {
    const gone = {
      network: 'MTN',
      name: 'N500 SME 5GB - 7 days',
      planName: 'SME 5GB',
      validity: '7 days',
      costKobo: 1n,
    };
    const { id } = await database.db.dataPlan.create({ data: { ...gone, isActive: false } });
    await sync();
    expect((await rows()).find((row) => row.id === id)).toMatchObject({
      name: 'MTN SME 5 GB, 7 days',
      planName: 'SME 5 GB',
      validity: '7 days',
      isActive: false,
    });
  });

  test('a price below the new cost is reported by every sync until it changes, and sells nothing', async () => {
    await sync();
    await setPlanPrice(
      database.db,
      'standard',
      'm1',
      { priceKobo: 10_500n },
      { belowCostAllowed: false, actor: AS_OPS },
    );
    await setPlanPrice(
      database.db,
      'standard',
      'm2',
      { priceKobo: 18_000n },
      { belowCostAllowed: true, actor: AS_OPS },
    );
    expect((await sync()).belowCost).toEqual([]);
    lists['mtn-data'] = listing('m1 106', 'm2 200');
    const overtaken = [{ planId: 'm1', tier: 'standard', priceKobo: 10_500n, costKobo: 10_600n }];
    expect((await sync()).belowCost).toEqual(overtaken);
    expect((await sync()).belowCost).toEqual(overtaken);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toBeNull();
    await setPlanPrice(
      database.db,
      'standard',
      'm1',
      { priceKobo: 10_600n },
      { belowCostAllowed: false, actor: AS_OPS },
    );
    expect((await sync()).belowCost).toEqual([]);
    expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ priceKobo: 10_600n });
  });
});

test('syncs at the same time leave one row per plan, each added by one of them', async () => {
  // as many connections as syncs, or the first would be over before the others have theirs
  await Promise.all(Array.from({ length: 4 }, () => database.db.$executeRaw`SELECT pg_sleep(0.1)`));
  for (let round = 0; round < 5; round++) {
    await database.db.dataPlan.deleteMany();
    lists['mtn-data'] = listing(...Array.from({ length: 40 }, (_, n) => `m${n} 100`));
    const summaries = await Promise.all(Array.from({ length: 4 }, () => sync()));
    const added = summaries.flatMap(({ services }) =>
      services.flatMap((service) => (service.kind === 'synced' ? service.added : [])),
    );
    expect(added).toHaveLength(41);
    expect(await rows()).toHaveLength(41);
  }
});

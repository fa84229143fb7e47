import { randomUUID } from 'node:crypto';
import { type ApiClient, startWorld, type World } from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { type Ops, operatorsOf } from './support/ops';
import { buy, data, PLAN } from './support/products';
import { breakConnections, changePriceList, priceListOf } from './support/sandbox';

const SERVICES = ['mtn-data', 'glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data'];

type Synced = {
  services: {
    service: string;
    result: string;
    added: unknown[];
    changed: unknown[];
    withdrawn: unknown[];
    unchanged: number;
  }[];
};

let world: World;
let ops: Ops;
/** Clients of the tiers `standard` (10 %) and `gold` (2.5 %). */
let standard: ApiClient;
let gold: ApiClient;

beforeAll(async () => {
  world = await startWorld({ settings: { PURCHASE_WAIT_MS: '15000' } }); // every plan is bought at once
  ops = operatorsOf(world);
  const account = await world.addAccount(100_000);
  standard = world.client;
  gold = world.clientFor(account);
  await Promise.all([ops('tier', 'create', '--name', 'gold', '--markup', '2.5'), ops('catalogue', 'sync')]);
  await ops('account', 'set-tier', '--account', account.id, '--tier', 'gold');
});
afterAll(() => world?.stop());

const plans = async (client: ApiClient) => (await client.dataPlans()).body.data ?? [];
const priceOf = async (client: ApiClient, planId: string) =>
  (await plans(client)).find(({ plan_id }) => plan_id === planId)?.price;
const buyPlan = (client: ApiClient, plan_id: unknown, ref: string = randomUUID()) =>
  buy(client, data, ref, undefined, { plan_id });
const kobo = (price: string) => Number(price.replace('.', ''));

/** Buys a plan and expects that the debit is its listed price. */
async function expectSoldAsListed(
  client: ApiClient,
  { plan_id, price }: { plan_id: string | null; price: string },
): Promise<void> {
  const ref = randomUUID();
  expect(await buyPlan(client, plan_id, ref)).toMatchObject({ status: 200, body: { data: { amount: price } } });
  expect(await ledgerEntriesOf(world, ref)).toEqual([`debit -${kobo(price)}`]);
}

describe('clients pay another price than the list says', () => {
  test('every plan costs its listed price on either tier, and the provider delivers that plan', async () => {
    for (const client of [standard, gold]) {
      const listed = (await plans(client)).filter(({ plan_id }) => plan_id !== null);
      expect(listed.length).toBeGreaterThan(25);
      await Promise.all(listed.map((plan) => expectSoldAsListed(client, plan)));
    }
    const sold = (await world.ledger()).deliveries;
    for (const { plan_id } of await plans(standard))
      expect(sold.filter(({ variation_code }) => variation_code === plan_id)).toHaveLength(2);
  });

  test('each plan is listed at its cost and the tier’s markup', async () => {
    const lists = await Promise.all(SERVICES.map((service) => priceListOf(world, service)));
    const cost = new Map(
      lists.flat().map(({ variation_code, variation_amount }) => [variation_code, kobo(variation_amount)]),
    );
    for (const [client, percent] of [
      [standard, 1_100],
      [gold, 1_025],
    ] as const) {
      const wrong = (await plans(client)).filter(
        ({ plan_id, price }) => kobo(price) !== Math.ceil(((cost.get(plan_id ?? '') ?? 0) * percent) / 1_000),
      );
      expect(wrong).toEqual([]);
    }
  });

  test('a plan that the provider lists at two prices is neither listed nor sold', async () => {
    expect(await priceOf(standard, 'mtn-xtratalk-300')).toBeUndefined();
    expect((await buyPlan(standard, 'mtn-xtratalk-300')).status).toBe(400);
  });
});

describe('a change of the provider’s list empties the shop or sells at a loss', () => {
  test('a second sync changes nothing and keeps the ids', async () => {
    const before = await plans(standard);
    const { services } = await ops<Synced>('catalogue', 'sync');
    expect(services.map(({ service }) => service).sort()).toEqual([...SERVICES].sort());
    for (const { result, added, changed, withdrawn, unchanged } of services) {
      expect([result, added, changed, withdrawn]).toEqual(['synced', [], [], []]);
      expect(unchanged).toBeGreaterThan(0);
    }
    expect(await plans(standard)).toEqual(before);
  });

  test('after a sync the new price is listed and debited, and what is gone is not sold', async () => {
    const list = await priceListOf(world, 'mtn-data');
    const raised = list.map((each) =>
      each.variation_code === PLAN.plan_id ? { ...each, variation_amount: '130.00' } : each,
    );
    await changePriceList(
      world,
      'mtn-data',
      raised.filter(({ variation_code }) => variation_code !== 'mtn-3gb-2500'),
    );
    const { services } = await ops<Synced>('catalogue', 'sync');
    expect(services.find(({ service }) => service === 'mtn-data')).toMatchObject({
      changed: [{ code: PLAN.plan_id, cost: '130.00', before: { cost: '100.00' } }],
      withdrawn: [{ code: 'mtn-3gb-2500' }],
    });
    await expectSoldAsListed(standard, { plan_id: PLAN.plan_id, price: '143.00' });
    await expectSoldAsListed(gold, { plan_id: PLAN.plan_id, price: '133.25' });
    expect(await priceOf(standard, 'mtn-3gb-2500')).toBeUndefined();
    expect((await buyPlan(standard, 'mtn-3gb-2500')).status).toBe(400);

    await changePriceList(world, 'mtn-data', list);
    await ops('catalogue', 'sync');
    expect(await priceOf(standard, PLAN.plan_id)).toBe('110.00');
    await expectSoldAsListed(standard, { plan_id: 'mtn-3gb-2500', price: '2750.00' });
  });

  test('an empty or missing list of the provider changes nothing, and the command reports it', async () => {
    const [before, list] = [await plans(standard), await priceListOf(world, 'glo-sme-data')];
    try {
      await changePriceList(world, 'glo-sme-data', []);
      await expect(ops('catalogue', 'sync')).rejects.toThrow(/exit 1:\n.*glo-sme-data.*--allow-empty/);
      expect(await plans(standard)).toEqual(before);
      await breakConnections(world, 'service-variations');
      await expect(ops('catalogue', 'sync')).rejects.toThrow(/exit 1:\n.*glo-sme-data/);
      expect(await plans(standard)).toEqual(before);
    } finally {
      await breakConnections(world);
      await changePriceList(world, 'glo-sme-data', list);
    }
  });
});

describe('an exact price of a tier is ignored, or loses money', () => {
  const set = (...words: string[]) => ops('price', 'set', '--tier', 'gold', '--plan', 'eti-500', ...words);

  test('a price that an operator sets is listed and debited, for that tier alone', async () => {
    expect(await set('--price', '520.50')).toMatchObject({ price: '520.50', cost: '500.00' });
    await expectSoldAsListed(gold, { plan_id: 'eti-500', price: '520.50' });
    await expectSoldAsListed(standard, { plan_id: 'eti-500', price: '550.00' });
  });

  test('a price below cost is declined and changes nothing, unless it is forced', async () => {
    await expect(set('--price', '499.99')).rejects.toThrow(/below cost/);
    expect(await priceOf(gold, 'eti-500')).toBe('520.50');
    await set('--price', '499.99', '--force');
    await expectSoldAsListed(gold, { plan_id: 'eti-500', price: '499.99' });
  });

  test('when the cost rises above it, the plan has no plan_id for that tier until somebody decides', async () => {
    await set('--price', '520');
    const list = await priceListOf(world, 'etisalat-data');
    await changePriceList(
      world,
      'etisalat-data',
      list.map((each) => (each.variation_code === 'eti-500' ? { ...each, variation_amount: '600.00' } : each)),
    );
    await ops('catalogue', 'sync');
    const id = (await plans(standard)).find(({ plan_id }) => plan_id === 'eti-500')?.id;
    expect(await plans(gold)).toContainEqual(expect.objectContaining({ id, plan_id: null, price: '520.00' }));
    expect((await buyPlan(gold, 'eti-500')).status).toBe(400);
    await expectSoldAsListed(standard, { plan_id: 'eti-500', price: '660.00' });
    await ops('price', 'clear', '--tier', 'gold', '--plan', 'eti-500');
    await expectSoldAsListed(gold, { plan_id: 'eti-500', price: '615.00' });
  });
});

describe('plans that are not for sale are sold', () => {
  test('an announced or withdrawn plan has plan_id null, and nothing buys it', async () => {
    const { id: announced } = await ops<{ id: number }>(
      'catalogue',
      'announce',
      '--network',
      'glo',
      '--name',
      'N800 5GB - 7 days',
      '--cost',
      '800',
    );
    const { id: withdrawn } = await ops<{ id: number }>('catalogue', 'withdraw', '--plan', 'airt-100');
    const listed = await plans(standard);
    expect(listed).toContainEqual(
      expect.objectContaining({ id: announced, plan_id: null, network: 'GLO', price: '880.00' }),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ id: withdrawn, plan_id: null, network: 'AIRTEL', price: '110.00' }),
    );
    for (const plan_id of [
      null,
      'null',
      'airt-100',
      announced,
      String(announced),
      String(withdrawn),
      'N800 5GB - 7 days',
    ]) {
      const ref = randomUUID();
      expect((await buyPlan(standard, plan_id, ref)).status).toBe(400);
      expect(await world.purchase(ref)).toBeUndefined();
    }
    await ops('catalogue', 'sync'); // a sync does not restore it
    expect((await buyPlan(standard, 'airt-100')).status).toBe(400);
    await ops('catalogue', 'restore', '--id', String(withdrawn));
    await expectSoldAsListed(standard, { plan_id: 'airt-100', price: '110.00' });
  });

  test('everything adds up, and the logs contain no number', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
});

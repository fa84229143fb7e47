import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { expectConsistent } from './support/books';
import { type Ops, operatorsOf } from './support/ops';
import { buy, data, PLAN } from './support/products';
import { changePriceList, priceListOf } from './support/sandbox';

const CALLBACK_SECRET = 'callback-secret-of-this-test';

const buyPlan = (world: World, ref: string = randomUUID()) =>
  buy(world.client, data, ref, undefined, { plan_id: PLAN.plan_id });

const listed = async (world: World) =>
  ((await world.client.dataPlans()).body.data ?? []).find(({ name }) => name.startsWith('MTN 100 MB, 1 day'));
const listedAt = (world: World, price: string) =>
  eventually(
    () => listed(world),
    (plan) => plan?.price === price,
    20_000,
  );

/** Changes the price of one plan at the provider. */
async function setPrice(world: World, naira: string): Promise<void> {
  const list = await priceListOf(world, 'mtn-data');
  await changePriceList(
    world,
    'mtn-data',
    list.map((each) => (each.variation_code === PLAN.plan_id ? { ...each, variation_amount: naira } : each)),
  );
}

describe('the provider raises a price ten times, and plans are sold on at the old one', () => {
  let world: World;
  let ops: Ops;
  beforeAll(async () => {
    world = await startWorld({ asGrantedRole: true });
    ops = operatorsOf(world);
    await ops('catalogue', 'sync');
  });
  afterAll(() => world?.stop());

  test('the first sale below cost holds the plan, before any sync; an operator looks and sells it again', async () => {
    await setPrice(world, '1000.00');
    const ref = randomUUID();
    expect(await buyPlan(world, ref)).toMatchObject({ status: 200, body: { data: { amount: '110.00' } } });
    expect(await world.purchase(ref)).toMatchObject({ status: 'success', amount_kobo: '11000', cost_kobo: '96000' });

    const refused = await buyPlan(world);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('cannot be bought') } });
    expect(await listed(world)).toMatchObject({ plan_id: null, price: '110.00' });
    const [hold] = await ops<{ planId: string; reason: string; facts: object }[]>('catalogue', 'holds');
    expect(hold).toMatchObject({
      planId: PLAN.plan_id,
      tier: null,
      reason: 'sold_below_cost',
      facts: { reference: ref, price: '110.00', cost: '960.00' },
    });
    const alerts = () => world.workers.flatMap((worker) => worker.logs()).flatMap(({ alert }) => alert ?? []);
    await eventually(alerts, (found) => found.includes('sold_below_cost') && found.includes('plan_stopped'), 15_000);

    await ops('catalogue', 'sync');
    expect(await listed(world)).toMatchObject({ plan_id: null, price: '1100.00' });
    await ops('catalogue', 'resume', '--plan', PLAN.plan_id);
    expect(await buyPlan(world)).toMatchObject({ status: 200, body: { data: { amount: '1100.00' } } });
    expect(await ops('catalogue', 'holds')).toEqual([]);
    await expectConsistent(world);
  });
});

describe('a price of the provider is known only when somebody asks', () => {
  let world: World;
  beforeAll(async () => {
    const settings = { CATALOGUE_SYNC_MINUTES: '60', VTPASS_CALLBACK_SECRET: CALLBACK_SECRET };
    world = await startWorld({ asGrantedRole: true, workers: 2, settings });
  });
  afterAll(() => world?.stop());

  const syncs = () =>
    world.sql<{ started_by: string; fault: string | null }>('SELECT started_by, fault FROM catalogue_sync ORDER BY id');

  test('of two workers one fills the catalogue, without a person', async () => {
    await listedAt(world, '110.00');
    expect(await syncs()).toEqual([{ started_by: 'worker', fault: null }]);
  });

  test('new plans that the provider announces are read at once', async () => {
    await setPrice(world, '1000.00');
    const news = { type: 'variations-update', serviceID: 'mtn-data' };
    expect(await world.client.call('POST', `/callbacks/vtpass/${CALLBACK_SECRET}`, news)).toMatchObject({
      status: 200,
    });
    await listedAt(world, '1100.00');
    expect((await syncs()).map(({ started_by }) => started_by)).toEqual(['worker', 'provider']);
  });

  test('a change that nobody announces is noticed within the interval', async () => {
    await world.addWorker({ CATALOGUE_SYNC_MINUTES: '0.01' });
    await setPrice(world, '600.00');
    await listedAt(world, '660.00');
    expect(await buyPlan(world)).toMatchObject({ status: 200, body: { data: { amount: '660.00' } } });
  });
});

describe('one price below cost loses more than the daily cap, by purchases at the same time', () => {
  test('what exceeds the cap is declined as a plan that cannot be bought, and nothing is debited', async () => {
    const world = await startWorld({ asGrantedRole: true, settings: { DAILY_LOSS_CAP_NAIRA: '20' } });
    const ops = operatorsOf(world);
    await ops('catalogue', 'sync');
    await ops('price', 'set', '--tier', 'standard', '--plan', PLAN.plan_id, '--price', '92', '--force');
    const answers = await Promise.all(Array.from({ length: 40 }, () => buyPlan(world)));
    const declined = answers.filter(({ status }) => status === 400);
    expect(declined.length).toBeGreaterThan(30);
    for (const { body } of declined) expect(body.message).toContain('cannot be bought');
    const [sums] = await world.sql<{ lost: string; debits: string }>(`
      SELECT (SELECT sum(counted_kobo) FROM loss_day)::text AS lost,
             (SELECT count(*) FROM ledger_entry WHERE kind = 'debit')::text AS debits`);
    expect(Number(sums?.lost)).toBeLessThanOrEqual(2_000);
    expect(Number(sums?.debits)).toBe(answers.length - declined.length);
    await expectConsistent(world);
    await world.stop();
  });
});

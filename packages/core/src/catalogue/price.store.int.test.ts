import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { createTier } from '../account/tier.store';
import type { Db } from '../shared/db';
import { findBuyablePlan } from './catalogue.store';
import { writeService } from './plan.store';
import { clearPlanPrice, listOwnPrices, setPlanPrice } from './price.store';

const COST = 10_000n;
const guarded = { belowCostAllowed: false };

let database: TestDatabase;
let db: Db;
let accountId: string;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  accountId = await fundedAccount(db, 0n);
  await createTier(db, { name: 'gold', markupBps: 0 });
});
beforeEach(async () => {
  await db.planPrice.deleteMany();
  await costs(COST);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const costs = (priceKobo: bigint) =>
  writeService(db, { serviceId: 'mtn-data', network: 'MTN' }, [{ code: 'm1', name: 'N100 100MB - 1 day', priceKobo }]);
const priceAsked = async () => (await findBuyablePlan(db, accountId, 'm1'))?.priceKobo;

describe('what an operator sets is what the tier pays', () => {
  test('an exact price, a markup in its place, and back to the default', async () => {
    expect(await setPlanPrice(db, 'standard', 'm1', { priceKobo: 10_001n }, guarded)).toEqual({
      kind: 'set',
      priceKobo: 10_001n,
      costKobo: COST,
    });
    expect(await priceAsked()).toBe(10_001n);
    expect(await setPlanPrice(db, 'standard', 'm1', { markupBps: 250 }, guarded)).toMatchObject({
      kind: 'set',
      priceKobo: 10_250n,
    });
    expect(await priceAsked()).toBe(10_250n);
    expect(await clearPlanPrice(db, 'standard', 'm1')).toEqual({ kind: 'cleared', priceKobo: 11_000n });
    expect(await priceAsked()).toBe(11_000n);
    expect(await clearPlanPrice(db, 'standard', 'm1')).toEqual({ kind: 'not_set', priceKobo: 11_000n });
  });

  test('the other tiers go on as they were', async () => {
    await setPlanPrice(db, 'gold', 'm1', { priceKobo: 50_000n }, guarded);
    expect(await priceAsked()).toBe(11_000n);
    expect(await clearPlanPrice(db, 'standard', 'm1')).toMatchObject({ kind: 'not_set' });
    expect(await listOwnPrices(db, 'gold')).toMatchObject([
      { planId: 'm1', priceKobo: 50_000n, markupBps: null, belowCostAllowed: false },
    ]);
    expect(await listOwnPrices(db, 'standard')).toEqual([]);
  });

  test('words that name nothing are told apart', async () => {
    expect(await setPlanPrice(db, 'iron', 'm1', { priceKobo: 1n }, guarded)).toEqual({ kind: 'no_such_tier' });
    expect(await setPlanPrice(db, 'standard', 'm9', { priceKobo: 1n }, guarded)).toEqual({ kind: 'no_such_plan' });
    expect(await clearPlanPrice(db, 'iron', 'm1')).toEqual({ kind: 'no_such_tier' });
    expect(await clearPlanPrice(db, 'standard', 'm9')).toEqual({ kind: 'no_such_plan' });
    expect(await listOwnPrices(db, 'iron')).toBeNull();
  });
});

describe('nobody sells below cost by mistake', () => {
  test('a price below cost is refused and leaves the price as it was; cost itself is not below it', async () => {
    await setPlanPrice(db, 'standard', 'm1', { priceKobo: 12_000n }, guarded);
    expect(await setPlanPrice(db, 'standard', 'm1', { priceKobo: COST - 1n }, guarded)).toEqual({
      kind: 'below_cost',
      costKobo: COST,
    });
    expect(await priceAsked()).toBe(12_000n);
    expect(await setPlanPrice(db, 'standard', 'm1', { priceKobo: COST }, guarded)).toMatchObject({ kind: 'set' });
    expect(await priceAsked()).toBe(COST);
  });

  test('a permission goes with the price it was given for', async () => {
    expect(await setPlanPrice(db, 'standard', 'm1', { priceKobo: 9_000n }, { belowCostAllowed: true })).toMatchObject({
      kind: 'set',
    });
    expect(await priceAsked()).toBe(9_000n);
    await setPlanPrice(db, 'standard', 'm1', { priceKobo: 10_500n }, guarded);
    await costs(10_600n);
    expect(await priceAsked()).toBeUndefined();
    expect(await listOwnPrices(db, 'standard')).toMatchObject([
      { priceKobo: 10_500n, costKobo: 10_600n, belowCostAllowed: false },
    ]);
  });
});

import { AS_OPS, BY_TEST, fundedAccount, useDatabase } from '@topup/testkit';
import { createTier } from '../account/tier.store';
import { findBuyablePlan } from './catalogue.store';
import { writeService } from './plan.store';
import { clearPlanPrice, listOwnPrices, setPlanPrice } from './price.store';

const COST = 10_000n;
const guarded = { belowCostAllowed: false, actor: AS_OPS };

const database = useDatabase();
let accountId: string;

beforeAll(async () => {
  accountId = await fundedAccount(database.db, 0n);
  await createTier(database.db, { name: 'gold', markupBps: 0 });
});
beforeEach(async () => {
  await database.db.planPrice.deleteMany();
  await costs(COST);
});

const costs = (priceKobo: bigint) =>
  writeService(database.db, BY_TEST, { serviceId: 'mtn-data', network: 'MTN' }, [
    { code: 'm1', name: 'N100 100MB - 1 day', priceKobo },
  ]);
const pricePaid = async () => (await findBuyablePlan(database.db, accountId, 'm1'))?.priceKobo;

describe('a tier does not pay the price that an operator set', () => {
  test('it pays the exact price, then the markup that replaces it, then the default markup', async () => {
    expect(await setPlanPrice(database.db, 'standard', 'm1', { priceKobo: 10_001n }, guarded)).toEqual({
      kind: 'set',
      priceKobo: 10_001n,
      costKobo: COST,
      before: { price: '110.00', own: 'none' },
      after: { price: '100.01', own: 'exact' },
    });
    expect(await pricePaid()).toBe(10_001n);
    expect(await setPlanPrice(database.db, 'standard', 'm1', { markupBps: 250 }, guarded)).toMatchObject({
      kind: 'set',
      priceKobo: 10_250n,
    });
    expect(await pricePaid()).toBe(10_250n);
    expect(await clearPlanPrice(database.db, 'standard', 'm1')).toMatchObject({ kind: 'cleared', priceKobo: 11_000n });
    expect(await pricePaid()).toBe(11_000n);
    expect(await clearPlanPrice(database.db, 'standard', 'm1')).toEqual({ kind: 'not_set', priceKobo: 11_000n });
  });

  test('the other tiers pay what they paid before', async () => {
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 50_000n }, guarded);
    expect(await pricePaid()).toBe(11_000n);
    expect(await clearPlanPrice(database.db, 'standard', 'm1')).toMatchObject({ kind: 'not_set' });
    expect(await listOwnPrices(database.db, 'gold')).toMatchObject([
      { planId: 'm1', priceKobo: 50_000n, markupBps: null, belowCostAllowed: false },
    ]);
    expect(await listOwnPrices(database.db, 'standard')).toEqual([]);
  });

  test('an unknown tier and an unknown plan have different outcomes', async () => {
    expect(await setPlanPrice(database.db, 'iron', 'm1', { priceKobo: 1n }, guarded)).toEqual({
      kind: 'no_such_tier',
      tier: 'iron',
    });
    expect(await setPlanPrice(database.db, 'standard', 'm9', { priceKobo: 1n }, guarded)).toEqual({
      kind: 'no_such_plan',
      planId: 'm9',
    });
    expect(await clearPlanPrice(database.db, 'iron', 'm1')).toEqual({ kind: 'no_such_tier', tier: 'iron' });
    expect(await clearPlanPrice(database.db, 'standard', 'm9')).toEqual({ kind: 'no_such_plan', planId: 'm9' });
    expect(await listOwnPrices(database.db, 'iron')).toBeNull();
  });
});

describe('a plan is sold below cost by mistake', () => {
  test('a price below cost is refused and changes nothing; a price equal to cost is accepted', async () => {
    await setPlanPrice(database.db, 'standard', 'm1', { priceKobo: 12_000n }, guarded);
    expect(await setPlanPrice(database.db, 'standard', 'm1', { priceKobo: COST - 1n }, guarded)).toEqual({
      kind: 'below_cost',
      planId: 'm1',
      costKobo: COST,
    });
    expect(await pricePaid()).toBe(12_000n);
    expect(await setPlanPrice(database.db, 'standard', 'm1', { priceKobo: COST }, guarded)).toMatchObject({
      kind: 'set',
    });
    expect(await pricePaid()).toBe(COST);
  });

  test('a permission ends with the price that it was given for', async () => {
    expect(
      await setPlanPrice(
        database.db,
        'standard',
        'm1',
        { priceKobo: 9_000n },
        { belowCostAllowed: true, actor: AS_OPS },
      ),
    ).toMatchObject({
      kind: 'set',
    });
    expect(await pricePaid()).toBe(9_000n);
    await setPlanPrice(database.db, 'standard', 'm1', { priceKobo: 10_500n }, guarded);
    await costs(10_600n);
    expect(await pricePaid()).toBeUndefined();
    expect(await listOwnPrices(database.db, 'standard')).toMatchObject([
      { priceKobo: 10_500n, costKobo: 10_600n, belowCostAllowed: false },
    ]);
  });
});

import { AS_OPS, BY_TEST, fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountTier } from '../account/account.store';
import { createTier, setTierMarkup } from '../account/tier.store';
import { listPlans } from './catalogue.store';
import { clearPlanId, giveBackPlanId, tidyPlanNames, writeService } from './plan.store';
import { clearPlanPrice, setPlanPrice } from './price.store';
import { endHolds } from './sales-hold.store';

const database = useDatabase({ eachTest: true });
let accountId: string;

const costs = (m1: bigint, m2 = 10_000n, name = '1GB - 1 day') =>
  writeService(database.db, BY_TEST, { serviceId: 'mtn-data', network: 'MTN' }, [
    { code: 'm1', name, priceKobo: m1 },
    { code: 'm2', name: '2GB - 1 day', priceKobo: m2 },
  ]);
const price = (tier: string, priceKobo: bigint) =>
  setPlanPrice(database.db, tier, 'm1', { priceKobo }, { belowCostAllowed: false, actor: AS_OPS });
const hold = (until: string | null) =>
  database.db.$executeRaw`
    SELECT stop_plan(id, NULL, ${until === null ? 'sold_below_cost' : 'loss_cap'}, '{}', ${until}::timestamptz)
      FROM data_plan WHERE plan_id = 'm1'`;
const idOf = async () => (await database.db.dataPlan.findFirstOrThrow({ where: { providerCode: 'm1' } })).id;

/** Two plans and an account of the tier `gold`, as they have been for an hour. */
beforeEach(async () => {
  await costs(10_000n);
  await createTier(database.db, { name: 'gold', markupBps: 500 });
  accountId = await fundedAccount(database.db, 0n);
  await setAccountTier(database.db, accountId, 'gold', AS_OPS);
  await anHourLater();
});

async function anHourLater() {
  await database.db.$executeRaw`UPDATE plan_listing SET changed_at = changed_at - interval '1 hour'`;
  await database.db.$executeRaw`UPDATE data_plan SET created_at = created_at - interval '1 hour'`;
  await database.db.$executeRaw`UPDATE account SET tier_since = tier_since - interval '1 hour'`;
  await database.db.$executeRaw`UPDATE plan_stop SET since = since - interval '1 hour' WHERE cleared_at IS NULL`;
}

/** The sizes of the plans that have changed in the last minutes. */
async function changed() {
  const plans = await listPlans(database.db, accountId);
  const recent = plans.filter(({ changedAt }) => Date.now() - changedAt.getTime() < 1_800_000);
  return recent.map(({ planName }) => planName).sort();
}

describe('a client sells at an old price, because nothing told it of the new one', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['its cost, to which the markup is added', () => costs(10_001n)],
    ['a price of its own in the tier', () => price('gold', 11_000n)],
    ['its name', () => costs(10_000n, 10_000n, '1GB - 2 days')],
    ['a withdrawal', () => clearPlanId(database.db, 'm1')],
    ['a hold in all tiers', () => hold(null)],
    ['a hold until tomorrow', () => hold('2100-01-01')],
  ])('%s', async (_what, change) => {
    expect(await changed()).toEqual([]);
    await change();
    expect(await changed()).toEqual(['1 GB']);
  });

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['its own price is removed', () => price('gold', 11_000n), () => clearPlanPrice(database.db, 'gold', 'm1')],
    ['it is restored', () => clearPlanId(database.db, 'm1'), async () => giveBackPlanId(database.db, await idOf())],
    ['an operator ends its hold', () => hold(null), () => endHolds(database.db, 'm1', AS_OPS)],
    [
      'its hold has ended',
      () => hold('2100-01-01'),
      () => database.db.$executeRaw`UPDATE plan_stop SET until = clock_timestamp()`,
    ],
  ])('%s', async (_what, before, change) => {
    await before();
    await anHourLater();
    expect(await changed()).toEqual([]);
    await change();
    expect(await changed()).toEqual(['1 GB']);
  });

  test('the markup of the tier, and another tier of the account, change all plans', async () => {
    await setTierMarkup(database.db, { name: 'gold', markupBps: 600 });
    expect(await changed()).toEqual(['1 GB', '2 GB']);
    await anHourLater();
    await setAccountTier(database.db, accountId, 'standard', AS_OPS);
    expect(await changed()).toEqual(['1 GB', '2 GB']);
  });
});

test('what changes nothing for a client moves no time', async () => {
  await price('gold', 11_000n);
  await anHourLater();
  await costs(9_999n); // the tier pays its own price
  await costs(9_999n);
  await price('gold', 11_000n);
  await price('standard', 12_000n);
  await setTierMarkup(database.db, { name: 'standard', markupBps: 2_000 });
  await setAccountTier(database.db, await fundedAccount(database.db, 0n), 'gold', AS_OPS);
  await tidyPlanNames(database.db);
  expect(await changed()).toEqual([]);
});

test('a test account sees the times of the tier that it has with its live one', async () => {
  const { id: twin } = await database.db.account.findFirstOrThrow({ where: { twinOf: accountId } });
  const changedOf = async (id: string) => (await listPlans(database.db, id)).map(({ changedAt }) => changedAt);
  expect(await changedOf(twin)).toHaveLength(2);
  await setAccountTier(database.db, accountId, 'standard', AS_OPS);
  const moved = await changedOf(twin);
  expect(moved.every((at) => Date.now() - at.getTime() < 1_800_000)).toBe(true);
});

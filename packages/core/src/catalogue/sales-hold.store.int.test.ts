import { AS_OPS, BY_TEST, fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountTier } from '../account/account.store';
import { createTier } from '../account/tier.store';
import type { Decision } from '../routing/router.port';
import { newId } from '../shared/ids';
import { itemFor, purchasesIn } from '../testing/purchases';
import { findBuyablePlan, listCatalogue, listPlans } from './catalogue.store';
import { clearPlanId, giveBackPlanId, writeService } from './plan.store';
import { clearPlanPrice, setPlanPrice } from './price.store';
import {
  endHolds,
  listSalesHolds,
  readMarginHealth,
  setDailyLossCap,
  takeNewHolds,
  takeNewLosses,
} from './sales-hold.store';

const database = useDatabase({ eachTest: true });
const { accept, claim, sent, settle } = purchasesIn(() => database.db);
let standard: string;
let gold: string;

/** Two plans that cost 100 naira; accounts of the tiers `standard` (10 %) and `gold` (0 %). */
beforeEach(async () => {
  await costs(10_000n);
  await createTier(database.db, { name: 'gold', markupBps: 0 });
  standard = await fundedAccount(database.db, 1_000_000n);
  gold = await fundedAccount(database.db, 1_000_000n);
  await setAccountTier(database.db, gold, 'gold', AS_OPS);
});

const costs = (priceKobo: bigint) =>
  writeService(
    database.db,
    BY_TEST,
    { serviceId: 'mtn-data', network: 'MTN' },
    ['m1', 'm2'].map((code) => ({ code, name: `N100 ${code} - 1 day`, priceKobo })),
  );

/** Buys a plan at its present price, and settles it as a success that the provider charged `costKobo` for. */
async function sell(accountId: string, planId: string, costKobo: bigint): Promise<string> {
  return succeed(await order(accountId, planId), costKobo);
}

async function order(accountId: string, planId: string): Promise<string> {
  const plan = await findBuyablePlan(database.db, accountId, planId);
  if (plan === null) throw new Error(`${planId} is not for sale`);
  const terms = { serviceId: plan.providerService, variationCode: plan.providerCode };
  return sent(accountId, 'DATA', { amountKobo: plan.priceKobo, terms, recipient: newId() });
}

async function succeed(id: string, costKobo: bigint): Promise<string> {
  const settled = await settle({ id, target_status: 'success', basis: 'answer', cost_kobo: costKobo.toString() });
  expect(settled.status).toBe('success');
  return id;
}

const isForSale = async (accountId: string, planId = 'm1') =>
  (await findBuyablePlan(database.db, accountId, planId)) !== null;
const holds = async () => (await listSalesHolds(database.db)).map(({ planId, tier, reason }) => [planId, tier, reason]);
const allow = (tier: string, planId: string, priceKobo: bigint) =>
  setPlanPrice(database.db, tier, planId, { priceKobo }, { belowCostAllowed: true, actor: AS_OPS });
const audited = (action: string) => database.db.auditLog.findMany({ where: { action }, orderBy: { id: 'asc' } });

describe('a plan is sold on below its cost', () => {
  test('the first sale that cost more than its price holds the plan in all tiers, in its transaction', async () => {
    const id = await sell(standard, 'm1', 96_000n);
    expect(await isForSale(standard)).toBe(false);
    expect(await isForSale(gold)).toBe(false);
    expect(await isForSale(standard, 'm2')).toBe(true);
    const listed = await listPlans(database.db, standard);
    expect(listed.map(({ planName, planId }) => [planName, planId])).toEqual([
      ['m1', null],
      ['m2', 'm2'],
    ]);
    expect((await listCatalogue(database.db, 'gold'))?.map(({ state }) => state)).toEqual(['on_hold', 'for_sale']);
    const { requestRef } = await database.db.purchase.findUniqueOrThrow({ where: { id } });
    expect(await listSalesHolds(database.db)).toMatchObject([
      {
        planId: 'm1',
        tier: null,
        reason: 'sold_below_cost',
        facts: { reference: requestRef, price: '110.00', cost: '960.00' },
        until: null,
        costKobo: 10_000n,
      },
    ]);
    expect(await audited('plan.stop')).toMatchObject([
      { actorKind: 'system', subject: 'm1', after: { reason: 'sold_below_cost', tier: 'all' } },
    ]);
  });

  test('so does the sale of an owner of the catalogue with codes of its own; a sale elsewhere holds nothing', async () => {
    const elsewhere = await mapped('m2', { version: null, chosen: 'reloadly', passed: [], elsewhere: true });
    await succeed(elsewhere, 96_000n);
    expect(await holds()).toEqual([]);
    expect(await takeNewLosses(database.db)).toMatchObject([{ purchaseId: elsewhere, planId: 'm2' }]);
    await succeed(await mapped('m1', null), 96_000n);
    expect(await holds()).toEqual([['m1', null, 'sold_below_cost']]);
    expect(await database.db.lossDay.count()).toBe(0);

    /** An order of a plan as the product of a provider with codes of its own. */
    async function mapped(planId: string, decision: Decision | null): Promise<string> {
      const terms = { serviceId: 'mtn-data', variationCode: planId, product: { code: '203', amount: null } };
      const item = itemFor(standard, 'DATA', { amountKobo: 11_000n, terms, recipient: newId() });
      await accept([{ ...item, decision }]);
      await claim([item.id]);
      return item.id;
    }
  });

  test('sales under way settle as ever, and leave one hold and an alert for each sale', async () => {
    const [first, second] = [await order(standard, 'm1'), await order(gold, 'm1')];
    await Promise.all([succeed(first, 96_000n), succeed(second, 96_000n)]);
    expect(await holds()).toEqual([['m1', null, 'sold_below_cost']]);
    const losses = (await Promise.all([takeNewLosses(database.db), takeNewLosses(database.db)])).flat();
    expect(losses.map(({ purchaseId, planId }) => [purchaseId, planId]).sort()).toEqual(
      [
        [first, 'm1'],
        [second, 'm1'],
      ].sort(),
    );
    expect(await takeNewHolds(database.db)).toMatchObject([{ plan: 'm1', tier: null, reason: 'sold_below_cost' }]);
    expect(await takeNewHolds(database.db)).toEqual([]);
  });

  test('a sale at its cost is no loss; one of another product is an alert that holds nothing', async () => {
    await sell(gold, 'm1', 10_000n);
    expect(await database.db.loss.count()).toBe(0);
    await succeed(await sent(standard, 'AIRTIME', { amountKobo: 10_000n }), 10_001n);
    expect(await takeNewLosses(database.db)).toMatchObject([{ productType: 'AIRTIME', planId: null }]);
    expect(await holds()).toEqual([]);
  });

  test('an operator who has looked sells it again; the next loss holds it once more', async () => {
    await sell(standard, 'm1', 96_000n);
    expect(await listSalesHolds(database.db)).toHaveLength(1);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toMatchObject({
      kind: 'resumed',
      reasons: ['sold_below_cost'],
      belowCost: [],
    });
    expect(await endHolds(database.db, 'm1', AS_OPS)).toEqual({ kind: 'not_on_hold', planId: 'm1' });
    expect(await endHolds(database.db, 'm9', AS_OPS)).toEqual({ kind: 'no_such_plan', planId: 'm9' });
    expect(await isForSale(gold)).toBe(true);
    await sell(gold, 'm1', 10_001n);
    expect(await isForSale(standard)).toBe(false);
    expect(await database.db.planStop.findMany({ orderBy: { since: 'asc' } })).toMatchObject([
      { clearedHow: 'operator', clearedBy: 'ops' },
      { clearedAt: null },
    ]);
  });
});

describe('anyone who ends each hold at once sells any number of orders at a loss', () => {
  test('once the cap is lost the plan stays on hold until its cost is known, and nothing is forgotten', async () => {
    await database.db.$executeRaw`UPDATE catalogue_state SET daily_loss_cap_kobo = 100000`;
    await sell(standard, 'm1', 96_000n);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toMatchObject({ kind: 'resumed' });
    await sell(standard, 'm1', 96_000n);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toEqual({ kind: 'cost_not_known', planId: 'm1' });
    expect(await holds()).toEqual([['m1', null, 'sold_below_cost']]);
    await costs(96_000n);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toMatchObject({ kind: 'resumed' });
    expect(await database.db.loss.count()).toBe(2);
  });
});

describe('a sale from before a correction holds the plan again', () => {
  test('the cost rose: the first sale holds the plan; later ones do not when cost or price is right', async () => {
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 10_200n }, { belowCostAllowed: false, actor: AS_OPS });
    const [first, second, third] = [await order(gold, 'm1'), await order(gold, 'm1'), await order(standard, 'm1')];
    await succeed(first, 12_000n);
    expect(await holds()).toEqual([['m1', null, 'sold_below_cost']]);
    await costs(12_000n);
    await endHolds(database.db, 'm1', AS_OPS);
    await succeed(second, 12_000n); // gold's price is below the cost, so it is out of sale there alone
    expect(await holds()).toEqual([['m1', 'gold', 'cost_above_price']]);
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 12_500n }, { belowCostAllowed: false, actor: AS_OPS });
    await succeed(third, 12_000n);
    expect([await isForSale(gold), await isForSale(standard)]).toEqual([true, true]);
    expect((await takeNewLosses(database.db)).map(({ purchaseId }) => purchaseId).sort()).toEqual(
      [first, second, third].sort(),
    );
  });

  test('an operator has ended a promotion, or moved the account to another tier', async () => {
    await allow('gold', 'm1', 9_000n);
    await allow('gold', 'm2', 9_000n);
    const [ended, moved] = [await order(gold, 'm1'), await order(gold, 'm2')];
    await clearPlanPrice(database.db, 'gold', 'm1');
    await succeed(ended, 10_000n);
    await setAccountTier(database.db, gold, 'standard', AS_OPS);
    await succeed(moved, 10_000n);
    expect(await holds()).toEqual([]);
    expect(await takeNewLosses(database.db)).toEqual([]); // both were allowed when they were accepted
  });
});

test('a settlement does not wait for a change of prices or a preview', async () => {
  await allow('gold', 'm2', 9_000n);
  const [lost, allowed] = [await order(gold, 'm1'), await order(gold, 'm2')];
  await database.db.$transaction(async (preview) => {
    await setPlanPrice(preview, 'gold', 'm1', { priceKobo: 20_000n }, { belowCostAllowed: false, actor: AS_OPS });
    await succeed(lost, 96_000n);
    await succeed(allowed, 10_000n);
  });
  expect(await holds()).toEqual([['m1', null, 'sold_below_cost']]);
});

test('a worker that raises alerts waits for nobody who ends a hold', async () => {
  await sell(standard, 'm1', 96_000n);
  await sell(standard, 'm2', 96_000n);
  await database.db.$transaction(async (operator) => {
    await endHolds(operator, 'm1', AS_OPS);
    await operator.$executeRaw`SELECT FROM loss WHERE cost_kobo = 96000 LIMIT 1 FOR UPDATE`;
    expect((await takeNewHolds(database.db)).map(({ plan }) => plan)).toEqual(['m2']);
    expect(await takeNewLosses(database.db)).toHaveLength(1);
  });
  expect((await takeNewHolds(database.db)).map(({ plan }) => plan)).toEqual(['m1']);
  expect(await takeNewLosses(database.db)).toHaveLength(1);
});

describe('a price that the cost has overtaken is not put before an operator', () => {
  test('the hold begins with the cost, and ends automatically with another price or cost', async () => {
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 10_500n }, { belowCostAllowed: false, actor: AS_OPS });
    await costs(10_600n);
    expect(await holds()).toEqual([['m1', 'gold', 'cost_above_price']]);
    expect(await isForSale(gold)).toBe(false);
    expect(await isForSale(standard)).toBe(true);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toEqual({
      kind: 'still_below_cost',
      planId: 'm1',
      tiers: ['gold'],
    });
    await costs(10_600n);
    await costs(10_500n);
    expect(await holds()).toEqual([]);
    await costs(10_600n);
    await clearPlanPrice(database.db, 'gold', 'm1');
    expect(await holds()).toEqual([]);
    const ended = await database.db.planStop.findMany({ orderBy: { since: 'asc' } });
    expect(ended.map(({ facts, clearedHow }) => [facts, clearedHow])).toEqual([
      [{ price: '105.00', cost: '106.00' }, 'catalogue'],
      [{ price: '105.00', cost: '106.00' }, 'price'],
    ]);
    expect((await audited('plan.stop')).map(({ after }) => after)).toEqual(
      Array(2).fill({ reason: 'cost_above_price', tier: 'gold' }),
    );
  });

  test('a plan that is withdrawn has no such hold, and has it again when it is restored', async () => {
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 10_000n }, { belowCostAllowed: false, actor: AS_OPS });
    await costs(10_600n);
    const id = await clearPlanId(database.db, 'm1');
    expect(await database.db.planStop.count({ where: { clearedAt: null } })).toBe(0);
    await database.db.$transaction((tx) => giveBackPlanId(tx, id ?? 0));
    expect(await holds()).toEqual([['m1', 'gold', 'cost_above_price']]);
  });

  test('permission to sell below cost ends it', async () => {
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 10_000n }, { belowCostAllowed: false, actor: AS_OPS });
    await costs(10_600n);
    await allow('gold', 'm1', 10_000n);
    expect([await holds(), await isForSale(gold)]).toEqual([[], true]);
  });
});

describe('what is sold below cost with permission loses without end', () => {
  beforeEach(async () => {
    await setDailyLossCap(database.db, 5_000n);
    await allow('gold', 'm1', 9_000n);
    await allow('gold', 'm2', 9_500n);
  });

  test('losses up to the cap hold nothing; the one that reaches it holds all that loses, until the next day', async () => {
    for (let sale = 0; sale < 4; sale++) await sell(gold, 'm1', 10_000n);
    expect(await holds()).toEqual([]);
    expect(await takeNewLosses(database.db)).toEqual([]);
    await sell(gold, 'm1', 10_000n);
    expect((await holds()).sort()).toEqual([
      ['m1', 'gold', 'loss_cap'],
      ['m2', 'gold', 'loss_cap'],
    ]);
    expect([await isForSale(gold), await isForSale(gold, 'm2'), await isForSale(standard)]).toEqual([
      false,
      false,
      true,
    ]);
    const [hold] = await listSalesHolds(database.db);
    expect(hold?.facts).toEqual({ lost: '50.00', cap: '50.00' });
    expect(hold?.until?.toISOString()).toMatch(/T23:00:00\.000Z$/); // midnight in Lagos
    expect(await readMarginHealth(database.db)).toMatchObject({
      onHold: { cost_above_price: 0, sold_below_cost: 0, loss_cap: 2 },
      lostAllowedKobo: 5_000n,
      lostKobo: 0n,
    });

    await database.db.$executeRaw`UPDATE plan_stop SET until = clock_timestamp()`;
    expect([await isForSale(gold), await holds()]).toEqual([false, []]);
    await database.db.$executeRaw`UPDATE loss_day SET day = day - 1`;
    expect(await isForSale(gold)).toBe(true);
    await sell(gold, 'm1', 14_000n);
    expect(await holds()).toHaveLength(2);
    expect(await database.db.planStop.count({ where: { clearedHow: 'new_day' } })).toBe(2);
  });

  test('losses of an earlier day do not count', async () => {
    await sell(gold, 'm1', 13_000n);
    await database.db.$executeRaw`UPDATE loss_day SET day = day - 1`;
    await sell(gold, 'm1', 13_000n);
    expect(await holds()).toEqual([]);
  });

  test('losses at the same time do not miss each other in the sum', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => order(gold, 'm1')));
    await Promise.all(ids.map((id) => succeed(id, 10_000n)));
    expect(await isForSale(gold)).toBe(false);
  });

  test('what an operator sells again stays counted: the cap must have room', async () => {
    await sell(gold, 'm1', 14_000n);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toEqual({ kind: 'loss_cap_reached', planId: 'm1' });
    expect(await holds()).toHaveLength(2);
    await setDailyLossCap(database.db, 6_000n);
    expect(await endHolds(database.db, 'm1', AS_OPS)).toMatchObject({ reasons: ['loss_cap'] });
    expect([await isForSale(gold), await isForSale(gold, 'm2')]).toEqual([true, false]);
    await sell(gold, 'm1', 10_000n);
    expect(await isForSale(gold)).toBe(false);
    expect(await readMarginHealth(database.db)).toMatchObject({ lostAllowedKobo: 6_000n });
  });

  test('the hold ends with what it was for: a price that loses no more, or a cost', async () => {
    await sell(gold, 'm1', 14_000n);
    await setPlanPrice(database.db, 'gold', 'm1', { priceKobo: 10_000n }, { belowCostAllowed: false, actor: AS_OPS });
    expect([await isForSale(gold), await isForSale(gold, 'm2')]).toEqual([true, false]);
    await costs(9_400n);
    expect(await holds()).toEqual([]);
    expect(await database.db.planStop.findMany({ orderBy: { clearedAt: 'asc' } })).toMatchObject([
      { clearedHow: 'price' },
      { clearedHow: 'catalogue' },
    ]);
    await costs(10_000n);
    expect(await isForSale(gold, 'm2')).toBe(false); // the day's losses still count
  });

  test('a hold whose price is above the cost that the catalogue knows stays while nothing changes', async () => {
    await clearPlanPrice(database.db, 'gold', 'm2');
    await allow('gold', 'm1', 10_500n);
    await sell(gold, 'm1', 16_000n);
    await costs(10_000n);
    expect(await holds()).toEqual([['m1', 'gold', 'loss_cap']]);
  });

  test('what falls below cost after the cap was reached is held too, until an operator looks', async () => {
    await clearPlanPrice(database.db, 'gold', 'm2');
    await sell(gold, 'm1', 14_000n);
    await allow('gold', 'm2', 9_500n);
    expect(await isForSale(gold, 'm2')).toBe(false);
    await setDailyLossCap(database.db, 6_000n);
    await endHolds(database.db, 'm2', AS_OPS);
    await costs(9_999n);
    expect([await isForSale(gold), await isForSale(gold, 'm2')]).toEqual([false, true]);
  });

  test('with a cap of 0 nothing is sold below cost; the other tiers are held by their own losses alone', async () => {
    await setDailyLossCap(database.db, 0n);
    expect([await isForSale(gold), await isForSale(standard)]).toEqual([false, true]);
    await sell(standard, 'm1', 12_000n);
    expect(await holds()).toContainEqual(['m1', null, 'sold_below_cost']);
  });
});

test('a cost that no sync has confirmed for long is stale, even if its plan has no sync time yet', async () => {
  const stale = async () => (await listCatalogue(database.db, 'gold'))?.map((plan) => plan.stale);
  expect(await stale()).toEqual([false, false]);
  await database.db.$executeRaw`
    UPDATE data_plan SET cost_seen_at = CASE plan_id WHEN 'm1' THEN now() - interval '25 hours' END,
                         updated_at = now() - interval '25 hours'`;
  expect(await stale()).toEqual([true, true]);
  expect(await readMarginHealth(database.db)).toMatchObject({ stale: 2 });
  await costs(10_000n);
  expect(await stale()).toEqual([false, false]);
});

import type { Refused } from '../errors/refusal-catalog';
import { type GuardActor, type GuardRefusal, requireRefusal } from '../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { formatNaira, formatPercent } from '../shared/money';
import { type Plan, pricedPlans } from './catalogue.store';
import { markPlansBelowCost } from './sales-hold.store';

/** A tier's own price for one plan: exact, or a markup over cost in hundredths of a percent. */
export type OwnPrice = { priceKobo: bigint } | { markupBps: number };

/** All but `set` change nothing. An approval is for a plan that costs exactly `costKobo`. */
type PriceOutcome =
  | { kind: 'set'; priceKobo: bigint; costKobo: bigint; before: PlanPriceFacts; after: PlanPriceFacts }
  | Refused<'below_cost' | 'no_such_tier' | 'no_such_plan'>
  | (GuardRefusal & { costKobo: bigint });

/** Price of a plan for a tier, in naira, and whether that is by a price or a markup of the plan's own. */
export type PlanPriceFacts = { price: string; own: string };

/**
 * `belowCostAllowed`: an exact price may be below cost, now and later, by 10 % of the cost: a greater loss needs an
 * approval. Each such price counts the daily loss cap on the actor's own cap.
 */
type PriceOptions = { belowCostAllowed: boolean; actor: GuardActor };

/** Sets what a tier pays for a plan, in place of an earlier price of its own (set_plan_price). */
export async function setPlanPrice(
  db: DbOrTransaction,
  tier: string,
  planId: string,
  price: OwnPrice,
  options: PriceOptions,
): Promise<PriceOutcome> {
  const before = await readPrice(db, tier, planId, 'lock');
  const exact = 'priceKobo' in price;
  const [row] = await db.$queryRaw<{ outcome: string; boundKobo: bigint | null }[]>(sql`
    SELECT outcome, bound_kobo AS "boundKobo"
      FROM set_plan_price(${tier}, ${planId}, ${exact ? price.priceKobo : null}::bigint,
                          ${exact ? null : price.markupBps}::integer, ${exact && options.belowCostAllowed},
                          ${options.actor.id}, NULL)`);
  const found = await readPrice(db, tier, planId);
  if (found.kind !== 'found') return found;
  const { priceKobo, costKobo } = found;
  if (row === undefined || before.kind !== 'found') throw new Error('set_plan_price without a row');
  if (row.outcome === 'below_cost') return { kind: row.outcome, planId, costKobo };
  if (row.outcome !== 'set') return { ...requireRefusal(row.outcome, row.boundKobo), costKobo };
  return { kind: row.outcome, priceKobo, costKobo, before: factsOf(before), after: factsOf(found) };
}

/** Facts of a price that an approval sets, for its record. Null when there is no such tier or plan. */
export async function readPriceFacts(tx: DbOrTransaction, tier: string, planId: string) {
  const found = await readPrice(tx, tier, planId, 'lock');
  return found.kind === 'found' ? factsOf(found) : null;
}

/** `not_set`: the tier had no price of its own. `priceKobo`: what the tier pays for the plan now. */
type ClearOutcome =
  | { kind: 'cleared'; priceKobo: bigint; before: PlanPriceFacts; after: PlanPriceFacts }
  | { kind: 'not_set'; priceKobo: bigint }
  | Refused<'no_such_tier' | 'no_such_plan'>;

/** Removes a tier's own price, so that its markup applies again. */
export async function clearPlanPrice(db: DbOrTransaction, tier: string, planId: string): Promise<ClearOutcome> {
  const before = await readPrice(db, tier, planId, 'lock');
  const cleared = await db.planPrice.deleteMany({ where: { tier: { name: tier }, plan: { planId } } });
  await markPlansBelowCost(db, 'price');
  const found = await readPrice(db, tier, planId);
  if (found.kind !== 'found') return found;
  const { priceKobo } = found;
  if (cleared.count === 0 || before.kind !== 'found') return { kind: 'not_set', priceKobo };
  return { kind: 'cleared', priceKobo, before: factsOf(before), after: factsOf(found) };
}

type PaidPrice = { priceKobo: bigint; costKobo: bigint; exact: boolean; markupBps: number | null; below: boolean };
type FoundPrice = ({ kind: 'found' } & PaidPrice) | Refused<'no_such_tier' | 'no_such_plan'>;

const factsOf = ({ priceKobo, exact, markupBps, below }: PaidPrice): PlanPriceFacts => ({
  price: formatNaira(priceKobo),
  own:
    markupBps !== null
      ? `cost + ${formatPercent(markupBps)} %`
      : exact
        ? below
          ? 'exact, also below cost'
          : 'exact'
        : 'none',
});

/** `lock`: no other transaction that also locks it changes the price until this one ends. */
async function readPrice(db: DbOrTransaction, tier: string, planId: string, lock?: 'lock'): Promise<FoundPrice> {
  if (lock)
    await db.$executeRaw(sql`
      SELECT pg_advisory_xact_lock('plan_price'::regclass::integer, hashtext(${`${tier} ${planId}`}))`);
  const [row] = await db.$queryRaw<PaidPrice[]>(sql`
    SELECT plan.price_kobo AS "priceKobo", plan.cost_kobo AS "costKobo", own.price_kobo IS NOT NULL AS exact,
           own.markup_bps AS "markupBps", coalesce(own.below_cost_allowed, false) AS below
      FROM ${pricedPlans} plan LEFT JOIN plan_price own ON own.tier_id = plan.tier_id AND own.data_plan_id = plan.id
     WHERE plan.tier_name = ${tier} AND plan.plan_id = ${planId}`);
  if (row) return { kind: 'found', ...row };
  const tiers = await db.tier.count({ where: { name: tier } });
  return tiers === 0 ? { kind: 'no_such_tier', tier } : { kind: 'no_such_plan', planId };
}

/** A tier's own price. `markupBps` is null for an exact price; `priceKobo` is what the tier pays. */
export type OwnPriceRow = Omit<Plan, 'planName' | 'validity'> & { markupBps: number | null; belowCostAllowed: boolean };

/** All prices of a tier's own, including those of plans that are not for sale now. Null when there is no such tier. */
export async function listOwnPrices(db: Db, tier: string): Promise<OwnPriceRow[] | null> {
  if ((await db.tier.count({ where: { name: tier } })) === 0) return null;
  return db.$queryRaw<OwnPriceRow[]>(sql`
    SELECT plan.id, plan.plan_id AS "planId", plan.network, plan.name, plan.cost_kobo AS "costKobo",
           plan.price_kobo AS "priceKobo", own.markup_bps AS "markupBps", own.below_cost_allowed AS "belowCostAllowed"
      FROM plan_price own
      JOIN ${pricedPlans} plan ON plan.tier_id = own.tier_id AND plan.id = own.data_plan_id
     WHERE plan.tier_name = ${tier}
     ORDER BY plan.network, plan.price_kobo, plan.id`);
}

/** An exact price that is below cost because the cost rose: the tier cannot buy the plan until an operator decides. */
export type PriceBelowCost = { planId: string; tier: string; priceKobo: bigint; costKobo: bigint };

/** All of them, by plan and tier. */
export function pricesBelowCost(db: Db): Promise<PriceBelowCost[]> {
  return db.$queryRaw<PriceBelowCost[]>(sql`
    SELECT plan_id AS "planId", tier_name AS tier, price_kobo AS "priceKobo", cost_kobo AS "costKobo"
      FROM ${pricedPlans} plan
     WHERE is_active AND plan_id IS NOT NULL AND NOT covered
     ORDER BY plan_id, tier_name`);
}

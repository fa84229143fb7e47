import type { DataNetwork } from '../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { pricedPlans } from './catalogue.store';

/** A tier's own price for one plan: exact, or in hundredths of a percent over cost. */
export type OwnPrice = { priceKobo: bigint } | { markupBps: number };

/** `below_cost`: refused, and nothing was changed. */
export type PriceOutcome =
  | { kind: 'set'; priceKobo: bigint; costKobo: bigint }
  | { kind: 'below_cost'; costKobo: bigint }
  | { kind: 'no_such_tier' | 'no_such_plan' };

export type PriceOptions = {
  /** The exact price is asked even while it lies below cost, now or after the cost has risen. */
  belowCostAllowed: boolean;
};

/** Sets what a tier pays for a plan, in place of whatever it was. */
export async function setPlanPrice(
  db: DbOrTransaction,
  tier: string,
  planId: string,
  price: OwnPrice,
  options: PriceOptions,
): Promise<PriceOutcome> {
  const exact = 'priceKobo' in price;
  const priceKobo = exact ? price.priceKobo : null;
  const written = await db.$executeRaw(sql`
    INSERT INTO plan_price (tier_id, data_plan_id, price_kobo, markup_bps, below_cost_allowed)
    SELECT t.id, p.id, ${priceKobo}::bigint, ${exact ? null : price.markupBps}::integer, ${exact && options.belowCostAllowed}
      FROM tier t CROSS JOIN data_plan p
     WHERE t.name = ${tier} AND p.plan_id = ${planId} AND (${!exact || options.belowCostAllowed} OR ${priceKobo}::bigint >= p.cost_kobo)
    ON CONFLICT (tier_id, data_plan_id) DO UPDATE
       SET price_kobo = EXCLUDED.price_kobo, markup_bps = EXCLUDED.markup_bps, below_cost_allowed = EXCLUDED.below_cost_allowed, updated_at = now()`);
  const found = await readPrice(db, tier, planId);
  if (typeof found === 'string') return { kind: found };
  return written === 1 ? { kind: 'set', ...found } : { kind: 'below_cost', costKobo: found.costKobo };
}

export type ClearOutcome =
  | { kind: 'cleared' | 'not_set'; priceKobo: bigint }
  | { kind: 'no_such_tier' | 'no_such_plan' };

/** Goes back to the tier's default markup. `priceKobo`: what the plan costs the tier now. */
export async function clearPlanPrice(db: DbOrTransaction, tier: string, planId: string): Promise<ClearOutcome> {
  const cleared = await db.planPrice.deleteMany({ where: { tier: { name: tier }, plan: { planId } } });
  const found = await readPrice(db, tier, planId);
  return typeof found === 'string'
    ? { kind: found }
    : { kind: cleared.count === 1 ? 'cleared' : 'not_set', priceKobo: found.priceKobo };
}

async function readPrice(db: DbOrTransaction, tier: string, planId: string) {
  const [row] = await db.$queryRaw<{ priceKobo: bigint; costKobo: bigint }[]>(sql`
    SELECT price_kobo AS "priceKobo", cost_kobo AS "costKobo" FROM ${pricedPlans} plan WHERE tier_name = ${tier} AND plan_id = ${planId}`);
  if (row) return row;
  return (await db.tier.count({ where: { name: tier } })) === 0 ? 'no_such_tier' : 'no_such_plan';
}

/** A price of a tier's own as its operators see it. Exactly one of `exactKobo` and `markupBps` is set. */
export type OwnPriceRow = {
  id: number;
  planId: string | null;
  network: DataNetwork;
  name: string;
  costKobo: bigint;
  priceKobo: bigint;
  markupBps: number | null;
  belowCostAllowed: boolean;
};

/** Every price of the tier's own, also of plans that are not for sale at the moment. Null when there is no such tier. */
export async function listOwnPrices(db: Db, tier: string): Promise<OwnPriceRow[] | null> {
  if ((await db.tier.count({ where: { name: tier } })) === 0) return null;
  return db.$queryRaw<OwnPriceRow[]>(sql`
    SELECT plan.id, plan.plan_id AS "planId", plan.network, plan.name, plan.cost_kobo AS "costKobo", plan.price_kobo AS "priceKobo",
           own.markup_bps AS "markupBps", own.below_cost_allowed AS "belowCostAllowed"
      FROM plan_price own
      JOIN ${pricedPlans} plan ON plan.tier_id = own.tier_id AND plan.id = own.data_plan_id
     WHERE plan.tier_name = ${tier}
     ORDER BY plan.network, plan.price_kobo, plan.id`);
}

/** An exact price that has come to lie below cost: its tier cannot buy the plan until a person has decided. */
export type PriceBelowCost = { planId: string; tier: string; priceKobo: bigint; costKobo: bigint };

export function pricesBelowCost(db: Db): Promise<PriceBelowCost[]> {
  return db.$queryRaw<PriceBelowCost[]>(sql`
    SELECT plan_id AS "planId", tier_name AS tier, price_kobo AS "priceKobo", cost_kobo AS "costKobo"
      FROM ${pricedPlans} plan
     WHERE is_active AND plan_id IS NOT NULL AND NOT allowed
     ORDER BY plan_id, tier_name`);
}

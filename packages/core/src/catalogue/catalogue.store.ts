import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { PlanFacts } from './parse-plan-name';
import { holdChangedAt, isOnHold, isStale } from './sales-hold.store';

/** A data plan with the price of a tier. `planId`: null when it is listed but cannot be bought. */
export type Plan = PlanFacts & { id: number; planId: string | null; priceKobo: bigint };

/** As a client sees it. `changedAt`: when its name, its price for the account, or whether it can be bought changed. */
export type PricedPlan = Omit<Plan, 'costKobo'> & { isActive: boolean; changedAt: Date };

/** A data plan that can be bought now. The provider knows it as `providerService` and `providerCode`. */
export type BuyablePlan = Pick<Plan, 'name' | 'network' | 'priceKobo' | 'costKobo'> &
  Record<'planId' | 'providerService' | 'providerCode', string>;

/**
 * All but `gone` are listed, and only `for_sale` can be bought. `on_hold`: because of losses; `below_cost`: the cost
 * rose above its exact price; `announced`: the provider does not sell it yet. `stale`: `costSeenAt` is too long ago.
 */
export type CataloguedPlan = Omit<Plan, 'planName'> & {
  state: 'for_sale' | 'on_hold' | 'below_cost' | 'withdrawn' | 'announced' | 'gone';
  costSeenAt: Date | null;
  stale: boolean;
};

/**
 * Every plan at every tier. The price is the tier's exact one for the plan, or else its markup for the plan, or else
 * its default markup, rounded up to whole kobo. `covered`: it is not below cost, or may be. `allowed`: the plan may be
 * sold, because it is covered, it is not on hold, and its loss is within what may be lost today.
 */
export const pricedPlans = sql`(
  SELECT each.*, each.price_kobo >= each.cost_kobo OR each.may_lose AS covered,
         (each.price_kobo >= each.cost_kobo
          OR each.may_lose AND each.cost_kobo - each.price_kobo <= (SELECT loss_left(clock_timestamp())))
         AND NOT ${isOnHold(sql`each.id`, sql`each.tier_id`)} AS allowed
    FROM (SELECT p.*, t.id AS tier_id, t.name AS tier_name,
                 may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo) AS may_lose,
                 tier_price(p.cost_kobo, own.price_kobo, own.markup_bps, t.markup_bps) AS price_kobo
            FROM data_plan p
           CROSS JOIN tier t
            LEFT JOIN plan_price own ON own.tier_id = t.id AND own.data_plan_id = p.id) each)`;

/** All listed plans at the prices of the account's tier, ordered by network and price. */
export function listPlans(db: Db, accountId: string): Promise<PricedPlan[]> {
  return db.$queryRaw<PricedPlan[]>(sql`
    SELECT plan.id, CASE WHEN plan.allowed THEN plan.plan_id END AS "planId", plan.network, plan.name,
           plan.plan_name AS "planName", plan.validity, plan.price_kobo AS "priceKobo", plan.is_active AS "isActive",
           greatest(plan.created_at, listing.changed_at, ${holdChangedAt(sql`plan.id`, sql`plan.tier_id`)},
                    a.tier_since) AS "changedAt"
      FROM account a
      JOIN ${pricedPlans} plan ON plan.tier_id = a.tier_id
      LEFT JOIN plan_listing listing ON listing.tier_id = a.tier_id AND listing.data_plan_id = plan.id
     WHERE a.id = ${accountId}::uuid AND plan.is_active
     ORDER BY plan.network, plan.price_kobo, plan.id`);
}

/** Null when the plan is unknown, no longer sold, withdrawn, on hold, or below cost without permission. */
export async function findBuyablePlan(
  db: DbOrTransaction,
  accountId: string,
  planId: string,
): Promise<BuyablePlan | null> {
  const [plan] = await db.$queryRaw<BuyablePlan[]>(sql`
    SELECT plan_id AS "planId", name, network, price_kobo AS "priceKobo", cost_kobo AS "costKobo",
           provider_service AS "providerService", provider_code AS "providerCode"
      FROM ${pricedPlans} plan
     WHERE is_active AND allowed AND plan_id = ${planId}
       AND tier_id = (SELECT tier_id FROM account WHERE id = ${accountId}::uuid)`);
  return plan ?? null;
}

/** Finds the provider's product of a plan, even if it is out of sale. Null when there was never such a plan. */
export async function findPlanProduct(
  db: Db,
  planId: string,
): Promise<{ serviceId: string; variationCode: string } | null> {
  const plan = await db.dataPlan.findUnique({ where: { planId } });
  if (!plan?.providerService || !plan.providerCode) return null;
  return { serviceId: plan.providerService, variationCode: plan.providerCode };
}

type FoundPlan = { planId: string; network: string; name: string };

/**
 * At most `limit` plans with a code, including those out of sale, that have the text in code or name, in any case. It
 * looks at every plan: there are some hundred.
 */
export function searchPlans(db: Db, text: string, limit: number): Promise<FoundPlan[]> {
  return db.$queryRaw<FoundPlan[]>(sql`
    SELECT plan_id AS "planId", network, name FROM data_plan
     WHERE plan_id IS NOT NULL AND is_active AND position(lower(${text}::text) IN lower(plan_id || ' ' || name)) > 0
     ORDER BY network, cost_kobo, id LIMIT ${limit}`);
}

/** All plans, including those that are gone, at the prices of the tier. Null when there is no such tier. */
export async function listCatalogue(db: Db, tier: string): Promise<CataloguedPlan[] | null> {
  const known = await db.tier.findUnique({ where: { name: tier }, select: { id: true } });
  if (known === null) return null;
  return db.$queryRaw<CataloguedPlan[]>(sql`
    SELECT id, plan_id AS "planId", network, name, validity, cost_kobo AS "costKobo", price_kobo AS "priceKobo",
           CASE WHEN NOT is_active THEN 'gone'
                WHEN provider_code IS NULL THEN 'announced'
                WHEN plan_id IS NULL THEN 'withdrawn'
                WHEN NOT covered THEN 'below_cost'
                WHEN allowed THEN 'for_sale'
                ELSE 'on_hold' END AS state,
           CASE WHEN provider_code IS NOT NULL THEN coalesce(cost_seen_at, updated_at) END AS "costSeenAt",
           ${isStale(sql`plan`)} AS stale
      FROM ${pricedPlans} plan
     WHERE tier_id = ${known.id}
     ORDER BY network, price_kobo, id`);
}

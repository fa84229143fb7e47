import type { DataNetwork } from '../product/data';
import { type Db, sql } from '../shared/db';
import { isStale, isStopped } from './stop.store';

/** A data plan as a client sees it, with the price of its tier. */
export type PricedPlan = {
  id: number;
  /** Null when the plan is listed but cannot be bought. */
  planId: string | null;
  network: DataNetwork;
  name: string;
  planName: string;
  validity: string;
  priceKobo: bigint;
  isActive: boolean;
};

/** A data plan that can be bought now. The provider knows it as `providerService` and `providerCode`. */
export type BuyablePlan = {
  planId: string;
  name: string;
  network: DataNetwork;
  priceKobo: bigint;
  costKobo: bigint;
  providerService: string;
  providerCode: string;
};

/** A data plan as operators see it, with the price of one tier. */
export type CataloguedPlan = {
  id: number;
  planId: string | null;
  network: DataNetwork;
  name: string;
  validity: string;
  costKobo: bigint;
  priceKobo: bigint;
  /**
   * - `for_sale`
   * - `stopped`: in this tier or in all, because of what was lost with it. Listed, cannot be bought.
   * - `below_cost`: the cost rose above its exact price, and that was not allowed. Listed, cannot be bought.
   * - `withdrawn`: by an operator. Listed, cannot be bought.
   * - `announced`: the provider does not sell it yet. Listed, cannot be bought.
   * - `gone`: the provider no longer sells it, or it was announced and then retired. Not listed.
   */
  state: 'for_sale' | 'stopped' | 'below_cost' | 'withdrawn' | 'announced' | 'gone';
  /** When the provider last confirmed the cost; null for an announced plan. */
  costSeenAt: Date | null;
  /** That was too long ago. */
  stale: boolean;
};

/**
 * Every plan at every tier, with the price that clients see and pay: the tier's exact price for the plan, otherwise its
 * markup for the plan, otherwise its default markup. A markup is rounded up to whole kobo, so it is never below cost.
 *
 * `covered`: the price is not below cost, or may be. Only an exact price can be below cost. `allowed`: the plan may be
 * sold at this price, because it is covered, nothing has stopped it, and its loss is within what may be lost today.
 */
export const pricedPlans = sql`(
  SELECT each.*, each.price_kobo >= each.cost_kobo OR each.may_lose AS covered,
         (each.price_kobo >= each.cost_kobo
          OR each.may_lose AND each.cost_kobo - each.price_kobo <= (SELECT loss_left(clock_timestamp())))
         AND NOT ${isStopped(sql`each.id`, sql`each.tier_id`)} AS allowed
    FROM (SELECT p.*, t.id AS tier_id, t.name AS tier_name,
                 may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo) AS may_lose,
                 coalesce(own.price_kobo,
                          (p.cost_kobo * (10000 + coalesce(own.markup_bps, t.markup_bps)) + 9999) / 10000) AS price_kobo
            FROM data_plan p
           CROSS JOIN tier t
            LEFT JOIN plan_price own ON own.tier_id = t.id AND own.data_plan_id = p.id) each)`;

/** All listed plans at the prices of the account's tier, ordered by network and price. */
export function listPlans(db: Db, accountId: string): Promise<PricedPlan[]> {
  return db.$queryRaw<PricedPlan[]>(sql`
    SELECT id, CASE WHEN allowed THEN plan_id END AS "planId", network, name, plan_name AS "planName", validity,
           price_kobo AS "priceKobo", is_active AS "isActive"
      FROM ${pricedPlans} plan
     WHERE is_active AND tier_id = (SELECT tier_id FROM account WHERE id = ${accountId}::uuid)
     ORDER BY network, price_kobo, id`);
}

/** Null when the plan is unknown, no longer sold, withdrawn, stopped, or below cost without permission. */
export async function findBuyablePlan(db: Db, accountId: string, planId: string): Promise<BuyablePlan | null> {
  const [plan] = await db.$queryRaw<BuyablePlan[]>(sql`
    SELECT plan_id AS "planId", name, network, price_kobo AS "priceKobo", cost_kobo AS "costKobo",
           provider_service AS "providerService", provider_code AS "providerCode"
      FROM ${pricedPlans} plan
     WHERE is_active AND allowed AND plan_id = ${planId}
       AND tier_id = (SELECT tier_id FROM account WHERE id = ${accountId}::uuid)`);
  return plan ?? null;
}

/** A plan by its code and its name. */
type FoundPlan = { planId: string; network: string; name: string };

/**
 * At most `limit` plans with a code, also those that are out of sale, with a text in code or name, in any case. It
 * looks at every plan: there are some hundred.
 */
export function searchPlans(db: Db, text: string, limit: number): Promise<FoundPlan[]> {
  return db.$queryRaw<FoundPlan[]>(sql`
    SELECT plan_id AS "planId", network, name FROM data_plan
     WHERE plan_id IS NOT NULL AND is_active AND position(lower(${text}::text) IN lower(plan_id || ' ' || name)) > 0
     ORDER BY network, cost_kobo, id LIMIT ${limit}`);
}

/** All plans, also those that are gone, at the prices of the tier. Null when there is no such tier. */
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
                ELSE 'stopped' END AS state,
           CASE WHEN provider_code IS NOT NULL THEN coalesce(cost_seen_at, updated_at) END AS "costSeenAt",
           ${isStale(sql`plan`)} AS stale
      FROM ${pricedPlans} plan
     WHERE tier_id = ${known.id}
     ORDER BY network, price_kobo, id`);
}

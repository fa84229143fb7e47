import type { Refused } from '../errors/refusal-catalog';
import type { GuardActor } from '../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, onlyRow, type Sql, sql } from '../shared/db';
import type { HoldReason, SalesHold } from './records';

export type { HoldReason, SalesHold } from './records';

/** The holds of now, the newest first, without those of plans that are withdrawn or gone. */
export function listSalesHolds(db: DbOrTransaction): Promise<SalesHold[]> {
  return db.$queryRaw<SalesHold[]>(sql`
    SELECT s.id, p.plan_id AS "planId", p.network, p.name, t.name AS tier, s.reason, s.facts, s.since, s.until,
           p.cost_kobo AS "costKobo"
      FROM plan_stop s JOIN data_plan p ON p.id = s.data_plan_id LEFT JOIN tier t ON t.id = s.tier_id
     WHERE ${NOT_ENDED} AND p.is_active AND p.plan_id IS NOT NULL
     ORDER BY s.since DESC, s.id`);
}

/** Of a row `s` of plan_stop: it has not ended. */
const NOT_ENDED = sql`s.cleared_at IS NULL AND (s.until IS NULL OR s.until > clock_timestamp())`;

/** The day in Lagos. */
const TODAY = sql`(clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date`;

/** Whether a plan is on hold in a tier, both by their ids, for another reason than a price below cost. */
export const isOnHold = (plan: Sql, tier: Sql) => sql`EXISTS (
  SELECT FROM plan_stop s
   WHERE s.data_plan_id = ${plan} AND (s.tier_id IS NULL OR s.tier_id = ${tier})
     AND s.reason <> 'cost_above_price' AND ${NOT_ENDED})`;

/** When the last of these holds of a plan in a tier began or ended; null without any. */
export const holdChangedAt = (plan: Sql, tier: Sql) => sql`(
  SELECT max(CASE WHEN least(s.cleared_at, s.until) <= clock_timestamp() THEN least(s.cleared_at, s.until)
                  ELSE s.since END)
    FROM plan_stop s
   WHERE s.data_plan_id = ${plan} AND (s.tier_id IS NULL OR s.tier_id = ${tier}) AND s.reason <> 'cost_above_price')`;

/** Call it last in a transaction that has changed plans or prices: others that do so then wait. */
export async function markPlansBelowCost(tx: DbOrTransaction, how: 'price' | 'catalogue'): Promise<void> {
  await tx.$executeRaw(sql`SELECT FROM mark_plans_below_cost(${how})`);
}

/**
 * `belowCost`: tiers in which it is still not for sale, because their price is below cost. `loss_cap_reached`,
 * `cost_not_known`: it stays on hold, because today's losses leave nothing of the daily loss cap.
 */
export type Resumption =
  | { kind: 'resumed'; id: number; reasons: HoldReason[]; belowCost: string[] }
  | Refused<'still_below_cost' | 'loss_cap_reached' | 'cost_not_known' | 'not_on_hold' | 'no_such_plan'>;

/**
 * Sells a plan on hold again, because an operator has looked at it (resume_plan). The next sale below cost holds it
 * once more, and today's losses stay counted.
 */
export async function endHolds(tx: DbOrTransaction, planId: string, actor: GuardActor): Promise<Resumption> {
  const plan = await tx.dataPlan.findUnique({ where: { planId }, select: { id: true } });
  if (plan === null) return { kind: 'no_such_plan', planId };
  const rows = await tx.$queryRaw<{ reason: HoldReason | 'not_an_operator' }[]>(sql`
    SELECT reason FROM resume_plan(${plan.id}, ${actor.id}) AS reason`);
  const reasons = new Set(
    rows.map(({ reason }) => {
      if (reason === 'not_an_operator') throw new Error(`the database answered ${reason}`);
      return reason;
    }),
  );
  const left = (await listSalesHolds(tx)).filter((hold) => hold.planId === planId);
  const belowCost = left.flatMap(({ reason, tier }) => (reason === 'cost_above_price' ? (tier ?? []) : []));
  if (reasons.size > 0) return { kind: 'resumed', id: plan.id, reasons: [...reasons], belowCost };
  if (left.some(({ reason }) => reason === 'loss_cap')) return { kind: 'loss_cap_reached', planId };
  if (left.some(({ reason }) => reason === 'sold_below_cost')) return { kind: 'cost_not_known', planId };
  return belowCost.length > 0
    ? { kind: 'still_below_cost', planId, tiers: belowCost }
    : { kind: 'not_on_hold', planId };
}

// ---- for the workers

/** A sale whose cost exceeded its price. `planId` null: it is no data plan, so nothing was put on hold. */
export type Loss = {
  purchaseId: string;
  productType: string;
  planId: string | null;
  priceKobo: bigint;
  costKobo: bigint;
};

/** Takes the losses without permission that no worker has raised an alert of. Of all workers one gets each. */
export function takeNewLosses(db: Db): Promise<Loss[]> {
  return db.$queryRaw<Loss[]>(sql`
    UPDATE loss l SET noted_at = clock_timestamp()
     WHERE l.purchase_id = ANY (ARRAY(
       SELECT n.purchase_id FROM loss n WHERE n.noted_at IS NULL AND NOT n.allowed FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING l.purchase_id AS "purchaseId", l.product_type AS "productType", l.price_kobo AS "priceKobo",
              l.cost_kobo AS "costKobo", (SELECT p.plan_id FROM data_plan p WHERE p.id = l.data_plan_id) AS "planId"`);
}

export type NewHold = Pick<SalesHold, 'reason' | 'facts'> & { plan: string; tier: string | null };

/** The same of holds. A hold that another transaction is ending is left: to wait for each other is a deadlock. */
export function takeNewHolds(db: Db): Promise<NewHold[]> {
  return db.$queryRaw<NewHold[]>(sql`
    UPDATE plan_stop s SET noted_at = clock_timestamp()
     WHERE s.id = ANY (ARRAY(SELECT n.id FROM plan_stop n WHERE n.noted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING s.reason, s.facts, (SELECT t.name FROM tier t WHERE t.id = s.tier_id) AS tier,
              coalesce((SELECT coalesce(p.plan_id, p.name) FROM data_plan p WHERE p.id = s.data_plan_id), '') AS plan`);
}

/** Sets what selling below cost with permission may lose in a day of Lagos. */
export async function setDailyLossCap(db: Db, capKobo: bigint): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE catalogue_state SET daily_loss_cap_kobo = ${capKobo} WHERE daily_loss_cap_kobo <> ${capKobo}`);
}

/** Losses: of the present day in Lagos. `stale`: plans for sale or on hold whose cost was confirmed too long ago. */
type MarginHealth = {
  onHold: Record<HoldReason, number>;
  lostAllowedKobo: bigint;
  lostKobo: bigint;
  stale: number;
};

export async function readMarginHealth(db: Db): Promise<MarginHealth> {
  const [holds, sums] = await Promise.all([
    listSalesHolds(db),
    db.$queryRaw<Omit<MarginHealth, 'onHold'>[]>(sql`
      SELECT (SELECT coalesce(sum(d.lost_kobo), 0)::bigint FROM loss_day d WHERE d.day = ${TODAY}) AS "lostAllowedKobo",
             coalesce(sum(l.cost_kobo - l.price_kobo), 0)::bigint AS "lostKobo",
             (SELECT count(*)::integer FROM data_plan p
               WHERE p.plan_id IS NOT NULL AND ${isStale(sql`p`)}) AS stale
        FROM loss l WHERE NOT l.allowed AND l.at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos')`),
  ]);
  const countOf = (reason: HoldReason) =>
    new Set(holds.flatMap((hold) => (hold.reason === reason ? hold.planId : []))).size;
  return {
    onHold: {
      cost_above_price: countOf('cost_above_price'),
      sold_below_cost: countOf('sold_below_cost'),
      loss_cap: countOf('loss_cap'),
    },
    ...onlyRow(sums),
  };
}

/** `confirmedAt`: when a sync last confirmed the cost of a plan; null without any plan. */
export type CatalogueAge = Pick<MarginHealth, 'stale'> & { confirmedAt: Date | null };

/** It reads all plans: there are some hundred. */
export async function readCatalogueAge(db: Db): Promise<CatalogueAge> {
  const rows = await db.$queryRaw<CatalogueAge[]>(sql`
    SELECT max(p.cost_seen_at) AS "confirmedAt",
           (count(*) FILTER (WHERE p.plan_id IS NOT NULL AND ${isStale(sql`p`)}))::integer AS stale
      FROM data_plan p`);
  return onlyRow(rows);
}

/** Of a plan that the provider sells: no sync of a whole day has confirmed its cost. Two are due within a day. */
export const isStale = (plan: Sql) => sql`(
  ${plan}.is_active AND ${plan}.provider_code IS NOT NULL
  AND coalesce(${plan}.cost_seen_at, ${plan}.updated_at) < clock_timestamp() - interval '24 hours')`;

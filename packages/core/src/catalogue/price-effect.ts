import { createHash } from 'node:crypto';
import type { Clock } from '../shared/clock';
import { type Db, type DbOrTransaction, databaseFault, sql } from '../shared/db';
import { formatNaira, marginText } from '../shared/money';
import { daysOf, lagosMidnight } from '../time/lagos-time';
import type { TimeSpan } from '../time/zoned-time';
import { type Plan, pricedPlans } from './catalogue.store';

type NamedPlan = Pick<Plan, 'network' | 'name' | 'costKobo'> & { planId: string };

/** The price of a tier before a change and after it, and how many its accounts bought in `PriceEffect.days`. */
type PlanEffect = NamedPlan & { beforeKobo: bigint; afterKobo: bigint; purchases: number };

/**
 * `accounts`: those of the tier, with the first names by the alphabet. `days`: whole days that were counted, without
 * today: 30, or fewer when that took longer than 3 s.
 */
export type PriceEffect = { tier: string; plans: PlanEffect[]; accounts: number; names: string[]; days: number };

type TierPrice = NamedPlan & { priceKobo: bigint; service: string | null; code: string | null };

type PriceChange = { tier: string; before: TierPrice[]; after: TierPrice[] };

/** Runs a change of prices in the caller's transaction, and reads the prices of the tier before and after it. */
export async function comparePrices<T>(tx: DbOrTransaction, tier: string, change: () => Promise<T>) {
  const before = await listTierPrices(tx, tier);
  const result = await change();
  const prices: PriceChange = { tier, before, after: await listTierPrices(tx, tier) };
  return { result, prices };
}

/** Names what a change does to prices: a change that was looked at is made only while it still does just that. */
export const digestOf = ({ tier, before, after }: PriceChange): string =>
  createHash('sha256')
    .update(JSON.stringify([tier, ...[before, after].map((prices) => prices.map(pricedAt))]))
    .digest('base64url');

const pricedAt = ({ planId, costKobo, priceKobo }: TierPrice) => [planId, String(costKobo), String(priceKobo)];

/** Runs `work` in a transaction that is taken back: what it answers is what it would do. */
export async function withoutSaving<T>(db: Db, work: (tx: DbOrTransaction) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  const takeBack = new Error('taken back');
  await db
    .$transaction(async (tx) => {
      answer = { value: await work(tx) };
      throw takeBack;
    })
    .catch((error: unknown) => {
      if (error !== takeBack) throw error;
    });
  if (answer === undefined) throw new Error('a transaction without an answer');
  return answer.value;
}

const COUNTED_DAYS = 30;
const COUNT_WITHIN_MS = 3_000;
const NAMES = 10;
const NOTHING_SOLD: Sold = { days: COUNTED_DAYS, sold: new Map() };

/** Purchases of each plan, by `service/code`. */
type Sold = { days: number; sold: Map<string, number> };
type Clocks = Pick<Clock, 'now' | 'monotonicMs'>;

/**
 * The effect on every plan whose price differs, and on the plan that was named. Reads one day after the other, by the
 * index of each account's final purchases: about 1 s for each million data purchases of the tier.
 */
export async function readPriceEffect(
  { db, clock }: { db: Db; clock: Clocks },
  { tier, before, after }: PriceChange,
  planId?: string,
): Promise<PriceEffect> {
  const old = new Map(before.map((price) => [price.planId, price.priceKobo]));
  const touched = after.flatMap(({ priceKobo: afterKobo, ...plan }) => {
    const beforeKobo = old.get(plan.planId) ?? afterKobo;
    return beforeKobo !== afterKobo || plan.planId === planId ? [{ ...plan, beforeKobo, afterKobo }] : [];
  });
  const { days, sold } = touched.length === 0 ? NOTHING_SOLD : await countSold(db, clock, tier);
  const plans = touched.map(({ service, code, ...plan }) => ({
    ...plan,
    purchases: sold.get(`${service}/${code}`) ?? 0,
  }));
  return { tier, plans, days, ...(await readAccounts(db, tier)) };
}

/** The earnings of those purchases at the present cost. */
const earned = (plans: PlanEffect[], price: 'beforeKobo' | 'afterKobo'): bigint =>
  plans.reduce((all, plan) => all + BigInt(plan.purchases) * (plan[price] - plan.costKobo), 0n);

/** An effect as `ops --json` and the console's API have it: amounts as naira text, margins in percent of the price. */
export function effectToJson({ plans, accounts, names, days }: PriceEffect) {
  return {
    plans: plans.map(({ planId, network, name, costKobo, beforeKobo, afterKobo, purchases }) => {
      const [before, after] = [paid(beforeKobo, costKobo), paid(afterKobo, costKobo)];
      return { planId, network, name, cost: formatNaira(costKobo), before, after, purchases };
    }),
    accounts: { count: accounts, names },
    sold: {
      days,
      purchases: plans.reduce((all, { purchases }) => all + purchases, 0),
      marginBefore: formatNaira(earned(plans, 'beforeKobo')),
      marginAfter: formatNaira(earned(plans, 'afterKobo')),
    },
  };
}

function paid(priceKobo: bigint, costKobo: bigint) {
  const { margin, percent } = marginText(priceKobo, costKobo);
  return { price: formatNaira(priceKobo), margin, marginPercent: percent };
}

/** Of all plans that have an id, by network and name. */
function listTierPrices(db: DbOrTransaction, tier: string): Promise<TierPrice[]> {
  return db.$queryRaw<TierPrice[]>(sql`
    SELECT plan_id AS "planId", network, name, cost_kobo AS "costKobo", price_kobo AS "priceKobo",
           provider_service AS service, provider_code AS code
      FROM ${pricedPlans} plan WHERE tier_name = ${tier} AND is_active AND plan_id IS NOT NULL
     ORDER BY network, cost_kobo, id`);
}

async function readAccounts(db: Db, tier: string): Promise<{ accounts: number; names: string[] }> {
  const ofTier = { tier: { name: tier }, mode: 'live' };
  const [accounts, named] = await Promise.all([
    db.account.count({ where: ofTier }),
    db.account.findMany({ where: ofTier, orderBy: { name: 'asc' }, take: NAMES, select: { name: true } }),
  ]);
  return { accounts, names: named.map(({ name }) => name) };
}

/** It also ends at a day that the database cannot count now: a price must not wait for it. */
async function countSold(db: Db, clock: Clocks, tier: string): Promise<Sold> {
  const now = clock.now();
  const endAt = clock.monotonicMs() + COUNT_WITHIN_MS;
  const sold = new Map<string, number>();
  let days = 0;
  for (const day of daysOf({ since: lagosMidnight(now, COUNTED_DAYS - 1), until: lagosMidnight(now, -1) }).reverse()) {
    if (days > 0 && clock.monotonicMs() > endAt) break;
    const rows = await soldOn(db, tier, day).catch((error: unknown) => {
      if (databaseFault(error) === 'again') return null;
      throw error;
    });
    if (rows === null) break;
    for (const { plan, purchases } of rows) sold.set(plan, (sold.get(plan) ?? 0) + purchases);
    days += 1;
  }
  return { days, sold };
}

function soldOn(db: Db, tier: string, { since, until }: TimeSpan): Promise<{ plan: string; purchases: number }[]> {
  return db.$queryRaw(sql`
    SELECT concat_ws('/', p.provider_order ->> 'serviceId', p.provider_order ->> 'variationCode') AS plan,
           count(*)::integer AS purchases
      FROM account a JOIN purchase p ON p.account_id = a.id
     WHERE a.tier_id = (SELECT id FROM tier WHERE name = ${tier}) AND a.mode = 'live' AND p.product_type = 'DATA'
       AND p.status = 'success' AND p.final_at IS NOT NULL AND p.created_at >= ${since} AND p.created_at < ${until}
     GROUP BY 1`);
}

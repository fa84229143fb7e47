import type { ProductType } from '../product/products';
import { type Db, sql } from '../shared/db';

/**
 * Live successes of a service. Face value, charge and cost are of those whose cost is known; the other `unknown` ones
 * sold for `unknownKobo`. Face less charge is the discount, face less cost the provider's commission.
 */
export type ServiceSales = {
  purchases: number;
  faceKobo: bigint;
  chargedKobo: bigint;
  costKobo: bigint;
  unknown: number;
  unknownKobo: bigint;
};

export type TierSales = ServiceSales & { tier: string; productType: ProductType; service: string };

/** The last 30 days in Lagos, today included, by tier and service (sales_of_month). */
export function sumMonth(db: Db): Promise<TierSales[]> {
  return db.$queryRaw<TierSales[]>(sql`
    SELECT t.name AS tier, sold.product_type AS "productType", sold.service,
           sum(sold.purchases)::integer AS purchases, sum(sold.face_kobo)::bigint AS "faceKobo",
           sum(sold.charged_kobo)::bigint AS "chargedKobo", sum(sold.cost_kobo)::bigint AS "costKobo",
           sum(sold.unknown)::integer AS unknown, sum(sold.unknown_kobo)::bigint AS "unknownKobo"
      FROM sales_of_month() sold JOIN tier t ON t.id = sold.tier_id
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
}

/** The cost of a service at its dearest provider of the last 30 days, in hundredths of a percent (service_cost_bps). */
export async function readServiceCost(db: Db, productType: ProductType, service: string): Promise<number> {
  const [row] = await db.$queryRaw<{ bps: number }[]>(sql`SELECT service_cost_bps(${productType}, ${service}) AS bps`);
  if (row === undefined) throw new Error('service_cost_bps without a row');
  return row.bps;
}

/** The sums of all rows. */
export const addUp = (rows: readonly ServiceSales[]): ServiceSales =>
  rows.reduce(
    (sum, each) => ({
      purchases: sum.purchases + each.purchases,
      faceKobo: sum.faceKobo + each.faceKobo,
      chargedKobo: sum.chargedKobo + each.chargedKobo,
      costKobo: sum.costKobo + each.costKobo,
      unknown: sum.unknown + each.unknown,
      unknownKobo: sum.unknownKobo + each.unknownKobo,
    }),
    { purchases: 0, faceKobo: 0n, chargedKobo: 0n, costKobo: 0n, unknown: 0, unknownKobo: 0n },
  );

/** A day changes for so long after its end: purchases become final, costs come late, successes are reversed. */
const OPEN_DAYS = 3;
/** How many days a question about a month reads, besides today. */
const KEPT_DAYS = 29;

/**
 * Notes the sums of finished days in Lagos, of the latest days again and of each that lacks. Returns how many. A day of
 * a million purchases takes about a second.
 */
export async function noteSalesDays(db: Db, stopped = () => false): Promise<number> {
  const days = await db.$queryRaw<{ day: string }[]>(sql`
    SELECT today - n AS day_of, (today - n)::text AS day
      FROM (SELECT (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS today) now
     CROSS JOIN generate_series(1, ${KEPT_DAYS}::integer) n
     WHERE n <= ${OPEN_DAYS} OR NOT EXISTS (SELECT FROM sales_day d WHERE d.day = today - n)
     ORDER BY n`);
  let noted = 0;
  for (const { day } of days) {
    if (stopped()) break;
    await noteDay(db, day);
    noted += 1;
  }
  return noted;
}

async function noteDay(db: Db, day: string): Promise<void> {
  await db.$transaction([
    db.$executeRaw(sql`DELETE FROM sales_day WHERE day = ${day}::date`),
    db.$executeRaw(sql`INSERT INTO sales_day SELECT ${day}::date, sold.* FROM sales_of_day(${day}::date) sold`),
  ]);
}

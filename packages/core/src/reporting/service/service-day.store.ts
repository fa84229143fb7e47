import type { FailureCode } from '../../errors/error-catalog';
import type { ProductType } from '../../product/products';
import { type Db, onlyRow, sql } from '../../shared/db';
import { boundsOfDay } from '../../time/lagos-time';
import { SERVICE } from '../account-purchases.store';
import { idRange } from '../service-totals.store';

/**
 * Purchases of one service with one outcome: as service_of_day says them, which has the definitions. `reversed_since`:
 * those that were reversed after their day was frozen. They count under another outcome too.
 */
export type DayPart = {
  product: ProductType;
  service: string;
  outcome: 'open' | 'sold' | 'reversed' | 'reversed_since' | FailureCode;
  purchases: number;
  reason?: string;
  refundStep?: number;
  refundOver?: number;
  refundMaxMs?: number;
  knownStep?: number;
  knownOver?: number;
  knownMaxMs?: number;
};

/** A day in Lagos. `frozenAt`: when its report became final (null: it is added up now, and can change). */
export type ServiceDay = { day: string; frozenAt: Date | null; parts: DayPart[] };

/** One statement takes about 1.5 s for each million purchases of a day that is not frozen. */
export async function readServiceDay(db: Db, day: string): Promise<ServiceDay> {
  const rows = await db.$queryRaw<ServiceDay[]>(sql`
    SELECT asked.day::text, frozen.frozen_at AS "frozenAt", coalesce(frozen.parts, service_of_day(asked.day)) AS parts
      FROM (SELECT ${day}::date AS day) asked LEFT JOIN service_day frozen ON frozen.day = asked.day`);
  const read = onlyRow(rows);
  return read.frozenAt === null ? read : { ...read, parts: [...read.parts, ...(await listReversedSince(db, read))] };
}

/** By the index of reversals, which are few. */
function listReversedSince(db: Db, { day, frozenAt }: ServiceDay): Promise<DayPart[]> {
  const { start: since, end: until } = boundsOfDay(day);
  return db.$queryRaw<DayPart[]>(sql`
    SELECT p.product_type AS product, ${SERVICE} AS service, 'reversed_since' AS outcome, count(*)::integer AS purchases
      FROM purchase_history h JOIN purchase p ON p.id = h.purchase_id
     WHERE h.from_status = 'success' AND h.to_status = 'refunded' AND h.at > ${frozenAt}
       AND ${idRange({ since, until }, sql`h.purchase_id`)} AND p.provider <> 'simulator'
       AND p.created_at >= ${since} AND p.created_at < ${until}
     GROUP BY 1, 2`);
}

/** Freezes the oldest day that is ready; null when none is, or another worker is at it (freeze_service_day). */
export async function freezeServiceDay(db: Db): Promise<string | null> {
  const [row] = await db.$queryRaw<{ day: string | null }[]>(sql`SELECT freeze_service_day()::text AS day`);
  return row?.day ?? null;
}

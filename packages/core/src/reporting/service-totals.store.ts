import type { ProductType } from '../product/products';
import { LIVE } from '../purchase/purchase.store';
import { type Db, onlyRow, sql } from '../shared/db';
import type { TimeSpan } from '../time/zoned-time';

/**
 * The attempts for a product at a provider. One that was closed there gave no value, so it has failed. `medianSeconds`:
 * from the send to the final status, or to the closing; null when none is final. `unanswered`: the open ones whose send
 * ended without a readable answer, and whose order no requery has found; the last was sent at `lastUnansweredAt`.
 */
export type SentCount = Record<'sent' | 'success' | 'failed' | 'open' | 'unanswered', number> & {
  provider: string;
  product: ProductType;
  medianSeconds: number | null;
  lastUnansweredAt: Date | null;
};

/**
 * Counts the attempts that were sent, of live purchases that were accepted in a span. Ids begin with the time at which
 * an API process made them, so the primary keys find a span: it reads no more rows than were accepted in it.
 */
export function countSent(db: Db, span: TimeSpan): Promise<SentCount[]> {
  return db.$queryRaw<SentCount[]>(sql`
    SELECT provider, product_type AS product, count(*)::integer AS sent,
           count(*) FILTER (WHERE status = 'success')::integer AS success,
           count(*) FILTER (WHERE status IN ('failed', 'refunded'))::integer AS failed,
           count(*) FILTER (WHERE final_at IS NULL)::integer AS open,
           count(*) FILTER (WHERE is_unanswered)::integer AS unanswered,
           max(sent_at) FILTER (WHERE is_unanswered) AS "lastUnansweredAt",
           (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM final_at - sent_at))
              FILTER (WHERE final_at IS NOT NULL))::float8 AS "medianSeconds"
      FROM (SELECT p.provider, p.product_type, p.status, p.sent_at, p.final_at, ${GOT_NO_ANSWER} AS is_unanswered
              FROM purchase p WHERE ${acceptedIn(span)} AND p.sends = 1 AND p.${LIVE}
             UNION ALL
            SELECT c.provider, p.product_type, 'failed', c.sent_at, c.closed_at, false
              FROM closed_attempt c JOIN purchase p ON p.id = c.purchase_id
             WHERE ${acceptedIn(span, sql`c.purchase_id`)} AND ${GAVE_NO_VALUE}) attempt
     GROUP BY provider, product_type ORDER BY provider, product_type`);
}

/**
 * Hourly cost of our sales at a provider. Where it named no cost, the price of the purchase counts. `firstAt`: when the
 * first of these sales was sent.
 */
export type Burn = { provider: string; koboPerHour: bigint; firstAt: Date };

/** The costs of how many hours the burn is the mean of. At a million purchases a day they have 125,000 purchases. */
export const BURN_HOURS = 3;

/** By live provider, of the successes sent in these hours; who delivered nothing is not there. By the primary key. */
export function readBurn(db: Db, now: Date): Promise<Burn[]> {
  const from = new Date(now.getTime() - BURN_HOURS * 3_600_000);
  return db.$queryRaw<Burn[]>(sql`
    SELECT provider, (sum(coalesce(cost_kobo, amount_kobo)) / ${BURN_HOURS})::bigint AS "koboPerHour",
           min(sent_at) AS "firstAt"
      FROM purchase
     WHERE id >= ${smallestId(from.getTime() - CLOCK_SKEW_MS)}::uuid AND sent_at >= ${from} AND status = 'success'
       AND ${LIVE}
     GROUP BY provider ORDER BY provider`);
}

/** `long`: those that were accepted more than `longMinutes` ago. */
type OpenPurchases = { initiated: number; pending: number; long: number; oldestAt: Date | null };

/** Live purchases that are not final, by the partial indexes of those with a next check and of those under review. */
export async function readOpenPurchases(db: Db, longMinutes: number): Promise<OpenPurchases> {
  const rows = await db.$queryRaw<OpenPurchases[]>(sql`
    SELECT count(*) FILTER (WHERE status = 'initiated')::integer AS initiated,
           count(*) FILTER (WHERE status = 'pending')::integer AS pending,
           (count(*) FILTER (WHERE created_at < ${minutesAgo(longMinutes)}))::integer AS long,
           min(created_at) AS "oldestAt"
      FROM (SELECT status, created_at FROM purchase WHERE next_check_at IS NOT NULL AND ${LIVE}
             UNION ALL
            SELECT status, created_at FROM purchase
             WHERE needs_review AND next_check_at IS NULL AND final_at IS NULL AND ${LIVE}) open`);
  return onlyRow(rows);
}

/** So long before now, by the database's clock. */
export const minutesAgo = (minutes: number) => sql`clock_timestamp() - ${minutes}::integer * interval '1 minute'`;

/**
 * A condition on the primary key, or the column with it, that holds for every purchase accepted in the span, and for
 * few others. A span may be open at either end.
 */
export const idRange = ({ since = EPOCH, until = NEVER }: OpenSpan, column = sql`id`) => sql`
  ${column} >= ${smallestId(since.getTime() - CLOCK_SKEW_MS)}::uuid
  AND ${column} < ${smallestId(until.getTime() + CLOCK_SKEW_MS)}::uuid`;

/** Exactly the purchases `p` that were accepted in the span, found by that column with their id. */
export const acceptedIn = ({ since, until }: TimeSpan, id = sql`p.id`) => sql`
  ${idRange({ since, until }, id)} AND p.created_at >= ${since} AND p.created_at < ${until}`;

/** A closed attempt `c` that was sent to its provider, where it failed. */
export const GAVE_NO_VALUE = sql`c.sends = 1 AND c.outcome <> 'not_sent'`;

/** The send of a purchase `p` has ended, and nothing is known of its order: no answer could be read. */
const GOT_NO_ANSWER = sql`
  p.final_at IS NULL AND NOT p.order_seen AND p.refused_with IS NULL
  AND coalesce(p.claim_expires_at <= clock_timestamp(), true)`;

type OpenSpan = { since?: Date | undefined; until?: Date | undefined };

const EPOCH = new Date(0);
const NEVER = new Date('9999-12-31T00:00:00Z');

/** The most by which the clocks of an API process and of the database may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Smallest UUIDv7 for this millisecond. */
function smallestId(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

import { LIVE } from '../purchase/purchase.store';
import { type Db, sql } from '../shared/db';

/**
 * What is open of live purchases, and the events of all accounts, for the operators' metrics. Ages are in seconds; 0
 * when there is none.
 */
export type Backlog = {
  /** Purchases that are not final. */
  open: number;
  /** Purchases under review, final ones included. */
  underReview: number;
  /** Age of the oldest purchase that was never sent. */
  oldestUnclaimedS: number;
  /** Age of the oldest pending purchase that still has a next check. */
  oldestPendingS: number;
  /** How long the most overdue purchase has waited for a sweeper. */
  overdueS: number;
  /** Webhook events that no worker has begun to send. */
  webhooksWaiting: number;
  /** Age of the oldest of them. */
  oldestWebhookS: number;
};

/** One statement over the sweeper's partial indexes: it costs the open purchases and queued events, not all. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const [row] = await db.$queryRaw<Backlog[]>(sql`
    SELECT (due.count + stopped.count)::integer AS open, review.count::integer AS "underReview",
           ${age(sql`due.unclaimed`)} AS "oldestUnclaimedS", ${age(sql`due.pending`)} AS "oldestPendingS",
           ${age(sql`due.first`)} AS "overdueS",
           events.count::integer AS "webhooksWaiting", ${age(sql`events.oldest`)} AS "oldestWebhookS"
      FROM (SELECT count(*), min(created_at) FILTER (WHERE sends = 0) AS unclaimed,
                   min(created_at) FILTER (WHERE status = 'pending') AS pending, min(next_check_at) AS first
              FROM purchase WHERE next_check_at IS NOT NULL AND ${LIVE}) due,
           (SELECT count(*) FROM purchase
             WHERE needs_review AND next_check_at IS NULL AND final_at IS NULL AND ${LIVE}) stopped,
           (SELECT count(*) FROM purchase WHERE needs_review AND ${LIVE}) review,
           (SELECT count(*), min(created_at) AS oldest FROM webhook_event WHERE state = 'queued') events`);
  if (!row) throw new Error('SELECT without a row');
  return row;
}

/** Seconds since `instant`; 0 when it is null or in the future. */
const age = (instant: ReturnType<typeof sql>) =>
  sql`greatest(coalesce(extract(epoch FROM clock_timestamp() - ${instant}), 0), 0)::float8`;

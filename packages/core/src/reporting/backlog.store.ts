import { type Db, sql } from '../shared/db';

/** What is open in the whole service, for the operators' figures. Ages in seconds; 0 when there is no such purchase. */
export type Backlog = {
  /** Purchases that are not final. */
  open: number;
  /** Purchases that wait for a person, final ones included. */
  underReview: number;
  /** Since the acceptance of the oldest purchase that was never sent. */
  oldestUnclaimedS: number;
  /** Since the acceptance of the oldest purchase that was told pending and is still asked about. */
  oldestPendingS: number;
  /** How long the purchase that is most overdue has waited for a sweeper to take it up. */
  overdueS: number;
  /** Webhook events that no worker has begun to send. */
  webhooksWaiting: number;
  /** Since the oldest of them was written. */
  oldestWebhookS: number;
};

/** One statement over the sweeper's partial indexes: its cost is that of the open purchases and queued events, not of all. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const [row] = await db.$queryRaw<Backlog[]>(sql`
    SELECT (due.count + stopped.count)::integer AS open, review.count::integer AS "underReview", ${age(sql`due.unclaimed`)} AS "oldestUnclaimedS",
           ${age(sql`due.pending`)} AS "oldestPendingS", ${age(sql`due.first`)} AS "overdueS",
           events.count::integer AS "webhooksWaiting", ${age(sql`events.oldest`)} AS "oldestWebhookS"
      FROM (SELECT count(*), min(created_at) FILTER (WHERE sends = 0) AS unclaimed, min(created_at) FILTER (WHERE status = 'pending') AS pending,
                   min(next_check_at) AS first
              FROM purchase WHERE next_check_at IS NOT NULL) due,
           (SELECT count(*) FROM purchase WHERE needs_review AND next_check_at IS NULL AND final_at IS NULL) stopped,
           (SELECT count(*) FROM purchase WHERE needs_review) review,
           (SELECT count(*), min(created_at) AS oldest FROM webhook_event WHERE state = 'queued') events`);
  if (!row) throw new Error('SELECT without a row');
  return row;
}

/** Seconds since then; 0 when it is never, or yet to come. */
const age = (instant: ReturnType<typeof sql>) =>
  sql`greatest(coalesce(extract(epoch FROM clock_timestamp() - ${instant}), 0), 0)::float8`;

import { LIVE } from '../purchase/purchase.store';
import { type Db, sql } from '../shared/db';
import type { Backlog } from './records';

export type { Backlog } from './records';

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

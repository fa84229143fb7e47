import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { newId } from '../../shared/ids';
import { hasArrived } from '../endpoint/failing-endpoints.store';
import { hadNoUrl } from '../event.store';
import { copyOf, hasKey, type ManualDeliveryOutcome, type ManualDeliveryRequest } from '../manual-delivery.store';
import type { ResendRequest } from '../records';

/** The most events of one request. Anyone who has more asks again: what was delivered is left out then. */
export const MOST_RESENT = 10_000;
/** The failed deliveries that are looked at for it: an index entry each, and one for their event, 0.5 s in all. */
const MOST_READ = 100_000;

/** How many events of an account `insertResendRequest` would resend; at most MOST_RESENT. */
export async function countFailedSince(db: Db, accountId: string, since: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(sql`
    SELECT count(*)::integer AS count FROM (${failedSince(accountId, since)}) f`);
  return row?.count ?? 0;
}

/** `written`: it runs, with `total` events. `nothing`: none failed. `under_way`: an earlier one has not ended. */
export type ResendRequestOutcome =
  | { kind: 'written'; id: string; total: number }
  | { kind: 'nothing' }
  | Exclude<ManualDeliveryOutcome, { kind: 'written' }>;

/**
 * Writes a request to resend the first MOST_RESENT events of purchases that failed since that time, and did not arrive
 * since. A worker does it (`workOffResend`).
 * @throws Error when there is no such account
 */
export async function insertResendRequest(
  db: DbOrTransaction,
  { accountId, askedBy, since }: ManualDeliveryRequest & { since: Date },
): Promise<ResendRequestOutcome> {
  const [row] = await db.$queryRaw<{ id: string | null; total: number; hasUrl: boolean; hasKey: boolean }[]>(sql`
    WITH asked AS (
      SELECT a.webhook_url IS NOT NULL AS "hasUrl", ${hasKey} FROM account a WHERE a.id = ${accountId}::uuid),
    failed AS MATERIALIZED (${failedSince(accountId, since)}),
    request AS (
      INSERT INTO webhook_resend (id, account_id, asked_by, since, total)
      SELECT ${newId()}::uuid, ${accountId}::uuid, ${askedBy}, ${since}::timestamptz, f.total
        FROM asked, (SELECT count(*)::integer AS total FROM failed) f
       WHERE asked."hasUrl" AND asked."hasKey" AND f.total > 0
      ON CONFLICT (account_id) WHERE finished_at IS NULL DO NOTHING
      RETURNING id),
    events AS (
      INSERT INTO webhook_resend_event (resend_id, event_id, seq)
      SELECT request.id, failed.event_id, failed.seq FROM request, failed)
    SELECT asked.*, (SELECT count(*)::integer FROM failed) AS total, (SELECT id FROM request) FROM asked`);
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  if (row.id !== null) return { kind: 'written', id: row.id, total: row.total };
  if (!row.hasUrl) return { kind: 'no_url' };
  if (!row.hasKey) return { kind: 'no_key' };
  return { kind: row.total === 0 ? 'nothing' : 'under_way' };
}

/** The events, by their first deliveries, in the order in which they failed; no test event, and none without a URL. */
const failedSince = (accountId: string, since: Date) => sql`
  SELECT coalesce(n.resent_from, n.id) AS event_id, min(n.seq) AS seq
    FROM (SELECT id, seq, purchase_id, resent_from, error FROM webhook_event
           WHERE account_id = ${accountId}::uuid AND state = 'undelivered' AND finished_at >= ${since}::timestamptz
           ORDER BY finished_at, seq LIMIT ${MOST_READ}::integer) n
   WHERE n.purchase_id IS NOT NULL AND NOT ${hadNoUrl(sql`n`)} AND NOT ${hasArrived(sql`n`)}
   GROUP BY 1 ORDER BY 2 LIMIT ${MOST_RESENT}::integer`;

export async function readNewestResend(db: Db, accountId: string): Promise<ResendRequest | null> {
  const [row] = await db.$queryRaw<ResendRequest[]>(sql`
    SELECT id, since, created_at AS "createdAt", total, delivered, failed, skipped, stopped,
           finished_at AS "finishedAt"
      FROM webhook_resend WHERE account_id = ${accountId}::uuid ORDER BY created_at DESC LIMIT 1`);
  return row ?? null;
}

/** Takes no more events of a request. Those on their way still end. False when it has ended or was stopped before. */
export async function cancelResend(db: DbOrTransaction, accountId: string, id: string): Promise<boolean> {
  const cancelled = await db.$executeRaw(sql`
    UPDATE webhook_resend SET stopped = 'cancelled'
     WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND finished_at IS NULL AND stopped IS NULL`);
  return cancelled === 1;
}

/** The most copies of one request that are written in a second, and that wait or are sent at a time. */
export const RESENT_AT_A_TIME = 10;

/** The requests, at most `limit`, whose next events are due. */
export async function dueResends(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM webhook_resend WHERE finished_at IS NULL AND next_at <= clock_timestamp()
     ORDER BY next_at LIMIT ${limit}::integer`);
  return rows.map(({ id }) => id);
}

/**
 * Counts the copies of a request that have ended, and writes others while fewer than RESENT_AT_A_TIME are under way, so
 * that an account's own events wait for no more. Of many workers one does, once a second. One transaction: a worker
 * that dies has either written a copy and noted it, or neither.
 */
export function workOffResend(db: Db, id: string): Promise<string[]> {
  return db.$transaction(async (tx) => {
    const [turn] = await tx.$queryRaw<{ going: boolean }[]>(sql`
      UPDATE webhook_resend r
         SET next_at = clock_timestamp() + interval '1 second',
             stopped = CASE WHEN r.stopped IS NOT NULL THEN r.stopped
                            WHEN a.webhook_url IS NULL THEN 'no_url' WHEN NOT a."hasKey" THEN 'no_key' END
        FROM (SELECT a.id, a.webhook_url, ${hasKey} FROM account a) a
       WHERE r.id = ${id}::uuid AND a.id = r.account_id AND r.finished_at IS NULL AND r.next_at <= clock_timestamp()
      RETURNING r.stopped IS NULL AS going`);
    if (turn === undefined) return [];
    await countEnded(tx, id);
    const copies = turn.going ? await writeCopies(tx, id) : [];
    await finishIfOver(tx, id, turn.going);
    return copies;
  });
}

const countEnded = (tx: DbOrTransaction, id: string): Promise<number> =>
  tx.$executeRaw(sql`
    WITH ended AS (
      DELETE FROM webhook_resend_event i USING webhook_event d
       WHERE i.resend_id = ${id}::uuid AND i.delivery_id IS NOT NULL AND d.id = i.delivery_id
         AND d.state IN ('delivered', 'undelivered')
      RETURNING d.state)
    UPDATE webhook_resend r SET delivered = r.delivered + e.delivered, failed = r.failed + e.failed
      FROM (SELECT count(*) FILTER (WHERE state = 'delivered') AS delivered,
                   count(*) FILTER (WHERE state = 'undelivered') AS failed FROM ended) e
     WHERE r.id = ${id}::uuid`);

/** An event that arrived meanwhile, or is being resent already, is skipped: it is taken out, as one that has ended. */
async function writeCopies(tx: DbOrTransaction, id: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>(sql`
    WITH next AS MATERIALIZED (
      SELECT i.event_id FROM webhook_resend_event i
       WHERE i.resend_id = ${id}::uuid AND i.delivery_id IS NULL ORDER BY i.seq
       LIMIT greatest(0, ${RESENT_AT_A_TIME}::integer - (SELECT count(*)::integer FROM webhook_resend_event u
                                              WHERE u.resend_id = ${id}::uuid AND u.delivery_id IS NOT NULL))),
    original AS (
      SELECT c.* FROM webhook_event c JOIN next ON next.event_id = c.id
       WHERE NOT ${hasArrived(sql`c`)} ORDER BY c.seq FOR KEY SHARE OF c), -- as in insertResend
    copy AS (${copyOf(sql`original c ORDER BY c.seq`, sql`(SELECT r.asked_by FROM webhook_resend r WHERE r.id = ${id}::uuid)`)}
             RETURNING id, resent_from),
    noted AS (
      UPDATE webhook_resend_event i SET delivery_id = copy.id FROM copy
       WHERE i.resend_id = ${id}::uuid AND i.event_id = copy.resent_from),
    left_out AS (
      DELETE FROM webhook_resend_event i USING next
       WHERE i.resend_id = ${id}::uuid AND i.event_id = next.event_id
         AND NOT EXISTS (SELECT FROM copy WHERE copy.resent_from = next.event_id)
      RETURNING i.event_id),
    counted AS (
      UPDATE webhook_resend r SET skipped = r.skipped + (SELECT count(*) FROM left_out) WHERE r.id = ${id}::uuid)
    SELECT id FROM copy`);
  return rows.map((row) => row.id);
}

/** A request that was stopped ends with the copies that are under way. */
const finishIfOver = (tx: DbOrTransaction, id: string, going: boolean): Promise<number> =>
  tx.$executeRaw(sql`
    WITH over AS (
      UPDATE webhook_resend r SET finished_at = clock_timestamp()
       WHERE r.id = ${id}::uuid
         AND NOT EXISTS (SELECT FROM webhook_resend_event i
                          WHERE i.resend_id = r.id AND (${going}::boolean OR i.delivery_id IS NOT NULL))
      RETURNING id)
    DELETE FROM webhook_resend_event i USING over WHERE i.resend_id = over.id`);

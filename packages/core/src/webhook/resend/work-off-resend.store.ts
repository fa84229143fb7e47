import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { hasArrived } from '../endpoint/failing-endpoints.store';
import { copyOf, hasKey } from '../manual-delivery.store';

/** The most copies of one request that are written in a second, and that wait or are sent at a time. */
export const RESENT_AT_A_TIME = 10;

/** The requests, at most `limit`, of which the next events are due. */
export async function dueResends(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM webhook_resend WHERE finished_at IS NULL AND next_at <= clock_timestamp()
     ORDER BY next_at LIMIT ${limit}::integer`);
  return rows.map(({ id }) => id);
}

/**
 * Takes the next events of a request: counts the copies that have ended, and writes others while fewer than
 * RESENT_AT_A_TIME are under way. An account's own events wait for no more than these. Of many workers one does, once a
 * second. One transaction: a worker that dies has either written a copy and noted it, or neither. Returns the ids of
 * the copies, which are queued.
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

/** Counts the copies that have ended, and forgets them. */
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

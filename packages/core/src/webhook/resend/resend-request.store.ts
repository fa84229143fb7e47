import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { newId } from '../../shared/ids';
import { hasArrived } from '../endpoint/failing-endpoints.store';
import { hasKey, type ManualDeliveryOutcome, type ManualDeliveryRequest } from '../manual-delivery.store';
import type { ResendRequest } from '../records';

export type { ResendRequest } from '../records';

/** The most events of one request. Whoever has more asks again: what was delivered is left out then. */
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
 * Writes a request to resend every event of a purchase of which a delivery failed since that time, and that did not
 * arrive since: the first MOST_RESENT of them. A worker does it (`workOffResend`).
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

/** The events, by their first deliveries, in the order in which they failed. A test event is not among them. */
const failedSince = (accountId: string, since: Date) => sql`
  SELECT coalesce(n.resent_from, n.id) AS event_id, min(n.seq) AS seq
    FROM (SELECT id, seq, purchase_id, resent_from FROM webhook_event
           WHERE account_id = ${accountId}::uuid AND state = 'undelivered' AND finished_at >= ${since}::timestamptz
           ORDER BY finished_at, seq LIMIT ${MOST_READ}::integer) n
   WHERE n.purchase_id IS NOT NULL AND NOT ${hasArrived(sql`n`)}
   GROUP BY 1 ORDER BY 2 LIMIT ${MOST_RESENT}::integer`;

/** The newest request of an account; null when there was none. */
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

import { type Db, sql } from '../db';
import type { ProductType } from '../provider/provider.port';

/** An event as it is to be sent. */
export type ClaimedEvent = {
  id: string;
  accountId: string;
  purchaseId: string;
  event: string;
  status: string;
  details: string;
  url: string;
  requestRef: string;
  amountKobo: bigint;
  productType: ProductType;
};

/**
 * Takes one queued event for sending, committed before the request leaves; the URL is the one set now. Null when it is not queued any more, has no URL, or
 * an earlier event of the same purchase is still on its way (a final event must not overtake a pending one).
 */
export async function claimEvent(db: Db, id: string): Promise<ClaimedEvent | null> {
  const [row] = await db.$queryRaw<ClaimedEvent[]>(sql`
    UPDATE webhook_event e SET state = 'sending', claimed_at = clock_timestamp(), url = a.webhook_url
      FROM account a, purchase p
     WHERE e.id = ${id}::uuid AND e.state = 'queued' AND a.id = e.account_id AND p.id = e.purchase_id AND a.webhook_url IS NOT NULL
       AND (e.event = 'transaction.requery' OR NOT EXISTS (
             SELECT 1 FROM webhook_event b WHERE b.purchase_id = e.purchase_id AND b.seq < e.seq AND b.event <> 'transaction.requery' AND b.state IN ('queued', 'sending')))
    RETURNING e.id, e.account_id AS "accountId", e.purchase_id AS "purchaseId", e.event, e.status, e.details, e.url,
              p.request_ref AS "requestRef", p.amount_kobo AS "amountKobo", p.product_type AS "productType"`);
  return row ?? null;
}

/** What came of a delivery. `error` null and a 2xx `httpStatus`: delivered. */
export type DeliveryResult = { httpStatus: number | null; durationMs: number; error: string | null };

/** Records a delivery. Returns the next queued event of the same purchase, which may have waited for this one. */
export async function finishEvent(db: Db, id: string, { httpStatus, durationMs, error }: DeliveryResult): Promise<string | null> {
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const [next] = await db.$queryRaw<{ id: string | null }[]>(sql`
    WITH finished AS (
      UPDATE webhook_event SET state = ${delivered ? 'delivered' : 'undelivered'}, finished_at = clock_timestamp(), http_status = ${httpStatus}::integer,
             duration_ms = ${durationMs}::integer, error = ${error}
       WHERE id = ${id}::uuid AND state = 'sending' RETURNING purchase_id, seq)
    SELECT (SELECT n.id FROM webhook_event n WHERE n.purchase_id = f.purchase_id AND n.seq > f.seq AND n.state = 'queued' ORDER BY n.seq LIMIT 1) AS id FROM finished f`);
  return next?.id ?? null;
}

/** Events that nobody was woken for, oldest first. */
export async function queuedEvents(db: Db, olderThanMs: number, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM webhook_event WHERE state = 'queued' AND created_at < clock_timestamp() - ${`${olderThanMs} milliseconds`}::interval
     ORDER BY created_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Events whose sender died while sending: whether the request left is unknown, so it is not sent again. Returns how many. */
export function expireSending(db: Db, olderThanMs: number): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE webhook_event SET state = 'undelivered', finished_at = clock_timestamp(), error = 'the worker stopped while sending; whether it arrived is unknown'
     WHERE state = 'sending' AND claimed_at < clock_timestamp() - ${`${olderThanMs} milliseconds`}::interval`);
}

/** Writes the event of a status query, mirroring the stored state; null when the account has no webhook URL. */
export async function insertRequeryEvent(db: Db, purchaseId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>(sql`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
    SELECT p.account_id, p.id, 'transaction.requery', p.status, p.description FROM purchase p JOIN account a ON a.id = p.account_id
     WHERE p.id = ${purchaseId}::uuid AND a.webhook_url IS NOT NULL RETURNING id`);
  return row?.id ?? null;
}

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

/** Where an account's events go at the moment. */
export type Receiver = { accountId: string; url: string };

/** The receiver of an event that is still to be sent; null when it is not queued any more. */
export async function receiverOfEvent(db: Db, id: string): Promise<Receiver | null> {
  const [row] = await db.$queryRaw<Receiver[]>(sql`
    SELECT a.id AS "accountId", a.webhook_url AS url FROM webhook_event e JOIN account a ON a.id = e.account_id
     WHERE e.id = ${id}::uuid AND e.state = 'queued' AND a.webhook_url IS NOT NULL`);
  return row ?? null;
}

/**
 * The receivers of all accounts whose oldest queued event is older than this, the longest waiting first. It steps from account to account, so its cost is
 * that of the accounts which wait, however many events each of them has.
 */
export function waitingReceivers(db: Db, olderThanMs: number): Promise<Receiver[]> {
  return db.$queryRaw<Receiver[]>(sql`
    WITH RECURSIVE waiting AS (
      (SELECT account_id, created_at FROM webhook_event WHERE state = 'queued' ORDER BY account_id, seq LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT n.account_id, n.created_at FROM webhook_event n WHERE n.state = 'queued' AND n.account_id > w.account_id ORDER BY n.account_id, n.seq LIMIT 1) next)
    SELECT a.id AS "accountId", a.webhook_url AS url FROM waiting w JOIN account a ON a.id = w.account_id
     WHERE a.webhook_url IS NOT NULL AND w.created_at < clock_timestamp() - ${`${olderThanMs} milliseconds`}::interval
     ORDER BY w.created_at`);
}

/**
 * Takes the account's oldest queued event for sending, committed before the request leaves. Null when nothing may be sent: nothing is queued, the URL is
 * not the one set any more, or all that is queued has an earlier event of the same purchase on its way (a final event must not overtake a pending one).
 * BETWEEN, because after an equality the order is one that the index of all events gives too, and that is a walk through everything ever sent.
 */
export async function claimNextEvent(db: Db, { accountId, url }: Receiver): Promise<ClaimedEvent | null> {
  const [row] = await db.$queryRaw<ClaimedEvent[]>(sql`
    UPDATE webhook_event e SET state = 'sending', claimed_at = clock_timestamp(), url = ${url}
      FROM purchase p
     WHERE p.id = e.purchase_id AND e.id = (
             SELECT n.id FROM webhook_event n
              WHERE n.account_id BETWEEN ${accountId}::uuid AND ${accountId}::uuid AND n.state = 'queued'
                AND (SELECT a.webhook_url FROM account a WHERE a.id = ${accountId}::uuid) = ${url}
                AND (n.event = 'transaction.requery' OR NOT EXISTS (
                      SELECT 1 FROM webhook_event b WHERE b.purchase_id = n.purchase_id AND b.seq < n.seq AND b.event <> 'transaction.requery' AND b.state IN ('queued', 'sending')))
              ORDER BY n.account_id, n.seq LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING e.id, e.account_id AS "accountId", e.purchase_id AS "purchaseId", e.event, e.status, e.details, e.url,
              p.request_ref AS "requestRef", p.amount_kobo AS "amountKobo", p.product_type AS "productType"`);
  return row ?? null;
}

/** What came of a delivery. `error` null and a 2xx `httpStatus`: delivered. */
export type DeliveryResult = { httpStatus: number | null; durationMs: number; error: string | null };

/** Records a delivery. True when a later event of the same purchase is queued, which may have waited for this one. */
export async function finishEvent(db: Db, id: string, { httpStatus, durationMs, error }: DeliveryResult): Promise<boolean> {
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const [finished] = await db.$queryRaw<{ next: boolean }[]>(sql`
    WITH finished AS (
      UPDATE webhook_event SET state = ${delivered ? 'delivered' : 'undelivered'}, finished_at = clock_timestamp(), http_status = ${httpStatus}::integer,
             duration_ms = ${durationMs}::integer, error = ${error}
       WHERE id = ${id}::uuid AND state = 'sending' RETURNING purchase_id, seq)
    SELECT EXISTS (SELECT FROM webhook_event n WHERE n.purchase_id = f.purchase_id AND n.seq > f.seq AND n.state = 'queued') AS next FROM finished f`);
  return finished?.next === true;
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

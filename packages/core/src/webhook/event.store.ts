import type { ProductType } from '../provider/provider.port';
import { type Db, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** An event as it is to be sent. A test event belongs to no purchase and sells nothing, so its reference is made of its id. */
export type ClaimedEvent = {
  id: string;
  /** What its receiver knows it by: the id of the delivery that was the first to tell it. */
  webhookId: string;
  accountId: string;
  purchaseId: string | null;
  event: string;
  status: string;
  details: string;
  url: string;
  requestRef: string;
  amountKobo: bigint;
  productType: ProductType | 'TEST';
  /** The key that signs it, as it is stored: the account's most recently created one that is not revoked. All null when there is none. */
  keyId: string | null;
  secretEncrypted: Uint8Array | null;
  masterFingerprint: string | null;
};

/** What an event `c` tells of its purchase `p`; of none, when it is a test. */
export const eventFacts = sql`
  coalesce(p.request_ref, 'test-' || coalesce(c.resent_from, c.id)) AS "requestRef", coalesce(p.amount_kobo, 0) AS "amountKobo",
  coalesce(p.product_type, 'TEST') AS "productType"`;

/** Where an account's events go at the moment. */
export type Receiver = { accountId: string; url: string };

/** In the order of the ids, the receivers of those events that are still to be sent; null for one that is not queued any more. */
export async function readReceivers(db: Db, ids: string[]): Promise<(Receiver | null)[]> {
  const rows = await db.$queryRaw<(Receiver & { id: string })[]>(sql`
    SELECT e.id, a.id AS "accountId", a.webhook_url AS url FROM webhook_event e JOIN account a ON a.id = e.account_id
     WHERE e.id = ANY (${ids}::uuid[]) AND e.state = 'queued' AND a.webhook_url IS NOT NULL`);
  const found = new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * The receivers of all accounts whose oldest queued event is older than this, the longest waiting first. It steps from account to account, so its cost is
 * that of the accounts which wait, however many events each of them has.
 */
export function listWaitingReceivers(db: Db, olderThanMs: number): Promise<Receiver[]> {
  return db.$queryRaw<Receiver[]>(sql`
    WITH RECURSIVE waiting AS (
      (SELECT account_id, created_at FROM webhook_event WHERE state = 'queued' ORDER BY account_id, seq LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT n.account_id, n.created_at FROM webhook_event n WHERE n.state = 'queued' AND n.account_id > w.account_id ORDER BY n.account_id, n.seq LIMIT 1) next)
    SELECT a.id AS "accountId", a.webhook_url AS url FROM waiting w JOIN account a ON a.id = w.account_id
     WHERE a.webhook_url IS NOT NULL AND w.created_at < clock_timestamp() - ${toInterval(olderThanMs)}::interval
     ORDER BY w.created_at`);
}

/**
 * Takes for each receiver its account's oldest queued event for sending, committed before the requests leave; for one that is named twice the two oldest. In
 * the order of the receivers; null where nothing may be sent: nothing is queued, the URL is not the one set any more, or all that is queued has an earlier
 * event of the same purchase on its way (a final event must not overtake a pending one; a copy that a person asked for waits like it, and is waited for by none). BETWEEN, because after an equality the order is one that the index
 * of all events gives too, and that is a walk through everything ever sent.
 */
export async function claimNextEvents(db: Db, receivers: Receiver[]): Promise<(ClaimedEvent | null)[]> {
  const accountIds = receivers.map(({ accountId }) => accountId);
  const urls = receivers.map(({ url }) => url);
  const rows = await db.$queryRaw<(ClaimedEvent & { seq: bigint })[]>(sql`
    WITH next AS MATERIALIZED (
      SELECT n.id, asked.url
        FROM (SELECT account_id, url, count(*) AS turns FROM unnest(${accountIds}::uuid[], ${urls}::text[]) AS a(account_id, url) GROUP BY account_id, url) asked
       CROSS JOIN LATERAL (
             SELECT n.id FROM webhook_event n
              WHERE n.account_id BETWEEN asked.account_id AND asked.account_id AND n.state = 'queued'
                AND (SELECT a.webhook_url FROM account a WHERE a.id = asked.account_id) = asked.url
                AND (n.event = 'transaction.requery' OR NOT EXISTS (
                      SELECT 1 FROM webhook_event b WHERE b.purchase_id = n.purchase_id AND b.seq < n.seq AND b.event <> 'transaction.requery'
                                                                 AND b.resent_from IS NULL AND b.state IN ('queued', 'sending')))
              ORDER BY n.account_id, n.seq LIMIT asked.turns FOR NO KEY UPDATE SKIP LOCKED) n),
    claimed AS (
      UPDATE webhook_event e SET state = 'sending', claimed_at = clock_timestamp(), url = next.url FROM next WHERE e.id = next.id RETURNING e.*)
    SELECT c.id, coalesce(c.resent_from, c.id) AS "webhookId", c.seq, c.account_id AS "accountId", c.purchase_id AS "purchaseId", c.event, c.status, c.details, c.url,
           ${eventFacts},
           k.id AS "keyId", k.secret_encrypted AS "secretEncrypted", k.master_fingerprint AS "masterFingerprint"
      FROM claimed c LEFT JOIN purchase p ON p.id = c.purchase_id
      LEFT JOIN LATERAL (
           SELECT id, secret_encrypted, master_fingerprint FROM api_key
            WHERE account_id = c.account_id AND revoked_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1) k ON true`);
  const inOrder = rows.sort((a, b) => (a.seq < b.seq ? -1 : 1));
  return receivers.map(({ accountId, url }) => {
    const at = inOrder.findIndex((event) => event.accountId === accountId && event.url === url);
    return at < 0 ? null : (inOrder.splice(at, 1)[0] ?? null);
  });
}

/** What came of a request. `error` null and a 2xx `httpStatus`: delivered. `response`: the beginning of the answer, as text that can be shown. */
export type DeliveryResult = {
  httpStatus: number | null;
  durationMs: number;
  error: string | null;
  response: string | null;
};

/** What came of an event: that, and the timestamp it was sent with; null when no request was made for it. */
export type DeliveryOutcome = DeliveryResult & { sentAt: Date | null };

/** Records deliveries. In their order: true when a later event of the same purchase is queued, which may have waited for this one. */
export async function finishEvents(db: Db, deliveries: (DeliveryOutcome & { id: string })[]): Promise<boolean[]> {
  const rows = deliveries.map(({ id, httpStatus, durationMs, error, response, sentAt }) => ({
    id,
    state: error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300 ? 'delivered' : 'undelivered',
    http_status: httpStatus,
    duration_ms: durationMs,
    error,
    response,
    sent_at: sentAt,
  }));
  const followed = await db.$queryRaw<{ id: string }[]>(sql`
    WITH finished AS (
      UPDATE webhook_event e SET state = d.state, finished_at = clock_timestamp(), http_status = d.http_status, duration_ms = d.duration_ms, error = d.error,
                                 response = d.response, sent_at = d.sent_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             AS d(id uuid, state text, http_status integer, duration_ms integer, error text, response text, sent_at timestamptz)
       WHERE e.id = d.id AND e.state = 'sending' RETURNING e.id, e.purchase_id, e.seq)
    SELECT f.id FROM finished f
     WHERE EXISTS (SELECT FROM webhook_event n WHERE n.purchase_id = f.purchase_id AND n.seq > f.seq AND n.state = 'queued')`);
  const ids = new Set(followed.map(({ id }) => id));
  return deliveries.map(({ id }) => ids.has(id));
}

/** Events whose sender died while sending: whether the request left is unknown, so it is not sent again. Returns how many. */
export function expireSendingEvents(db: Db, olderThanMs: number): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE webhook_event SET state = 'undelivered', finished_at = clock_timestamp(), error = 'the worker stopped while sending; whether it arrived is unknown'
     WHERE state = 'sending' AND claimed_at < clock_timestamp() - ${toInterval(olderThanMs)}::interval`);
}

/** Writes the event of a status query, mirroring the stored state; null when the account has no webhook URL. */
export async function insertRequeryEvent(db: Db, purchaseId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>(sql`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
    SELECT p.account_id, p.id, 'transaction.requery', p.status, p.description FROM purchase p JOIN account a ON a.id = p.account_id
     WHERE p.id = ${purchaseId}::uuid AND a.webhook_url IS NOT NULL RETURNING id`);
  return row?.id ?? null;
}

import type { Mode } from '../account/mode';
import { isKeyLive, maySign } from '../api-key/key.store';
import type { ProductType } from '../product/products';
import { type Db, type Sql, sql } from '../shared/db';
import { newId } from '../shared/ids';
import { toInterval } from '../shared/interval';

/** Stored fields of an event. A test event has no purchase; its reference is `test-<id>`. */
export type StoredEvent = {
  id: string;
  /** The receiver's id of the event: that of its first delivery, even in a resend. */
  webhookId: string;
  mode: Mode;
  purchaseId: string | null;
  event: string;
  status: string;
  details: string;
  requestRef: string;
  amountKobo: bigint;
  productType: ProductType;
};

export type ClaimedEvent = StoredEvent & {
  accountId: string;
  /** That of its purchase; null: it is not traced. */
  traceparent: string | null;
  url: string;
  /** The key that signs it: the account's newest active one, as it is stored. All three are null when there is none. */
  keyId: string | null;
  secretEncrypted: Uint8Array | null;
  masterFingerprint: string | null;
  /** The webhook secrets that sign it too, the current one first, with the encrypted value in hex. */
  webhookSecrets: { id: string; sealedHex: string; masterFingerprint: string }[];
};

/**
 * The columns of a StoredEvent `c` with its purchase `p`, but its name. A test event stands for 100 naira, and that of
 * a status query for airtime.
 */
export const eventColumns = sql`
  c.id, coalesce(c.resent_from, c.id) AS "webhookId", c.purchase_id AS "purchaseId", c.status, c.details,
  (SELECT a.mode FROM account a WHERE a.id = c.account_id) AS mode,
  coalesce(p.request_ref, 'test-' || coalesce(c.resent_from, c.id)) AS "requestRef",
  coalesce(p.face_kobo, p.amount_kobo, 10000) AS "amountKobo",
  coalesce(p.product_type,
           CASE WHEN c.event LIKE '%.purchase.%' THEN upper(split_part(c.event, '.', 1)) ELSE 'AIRTIME' END) AS "productType"`;

/** Somebody can hear the events of the account `a`: at its webhook URL, or in test mode at `GET /v1/test/events`. */
export const isHeard = sql`(a.webhook_url IS NOT NULL OR a.mode = 'test')`;

/** The error of an event of a test account that had no URL (close_unsendable_event). It has not failed. */
export const NO_URL = 'the account has no webhook URL';

export const hadNoUrl = (e: Sql): Sql => sql`(${e}.error IS NOT DISTINCT FROM ${NO_URL}::text)`;

export type Receiver = { accountId: string; url: string };

/**
 * In order: the receiver, or null without an event or a URL. Also of an event that is no longer queued: the delivery
 * that took it was meant for another one, which still waits.
 */
export async function readReceivers(db: Db, ids: string[]): Promise<(Receiver | null)[]> {
  const rows = await db.$queryRaw<(Receiver & { id: string })[]>(sql`
    SELECT e.id, a.id AS "accountId", a.webhook_url AS url
      FROM webhook_event e JOIN account a ON a.id = e.account_id
     WHERE e.id = ANY (${ids}::uuid[]) AND a.webhook_url IS NOT NULL`);
  const found = new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * The receivers with a queued event older than `olderThanMs`, the longest waiting first. It steps through the index
 * from account to account, so it costs the number of accounts, not that of events.
 */
export function listWaitingReceivers(db: Db, olderThanMs: number): Promise<Receiver[]> {
  return db.$queryRaw<Receiver[]>(sql`
    WITH RECURSIVE waiting AS (
      (SELECT account_id, created_at FROM webhook_event WHERE state = 'queued' ORDER BY account_id, seq LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT n.account_id, n.created_at FROM webhook_event n
         WHERE n.state = 'queued' AND n.account_id > w.account_id ORDER BY n.account_id, n.seq LIMIT 1) next)
    SELECT a.id AS "accountId", a.webhook_url AS url FROM waiting w JOIN account a ON a.id = w.account_id
     WHERE a.webhook_url IS NOT NULL AND w.created_at < clock_timestamp() - ${toInterval(olderThanMs)}::interval
     ORDER BY w.created_at`);
}

/**
 * Claims for each receiver the oldest queued event of its account, committed before the request leaves; for a receiver
 * that is named twice the two oldest. Null where nothing is queued, the URL has changed, or an earlier event of the
 * same purchase is queued or being sent: a final event must not overtake a pending one. A resend waits too, but nothing
 * waits for it; events of status queries neither wait nor are waited for.
 * It skips events that another process has locked. BETWEEN instead of =, because otherwise the planner may walk the
 * index of all accounts' events. One jsonb and no arrays, whose lengths would have it planned each time; `= ANY` finds
 * the events by id, where a join would read the table.
 */
export async function claimNextEvents(db: Db, receivers: Receiver[]): Promise<(ClaimedEvent | null)[]> {
  const rows = await db.$queryRaw<(ClaimedEvent & { seq: bigint })[]>(sql`
    WITH next AS MATERIALIZED (
      SELECT n.id
        FROM (SELECT "accountId" AS account_id, url, count(*) AS events
                FROM jsonb_to_recordset(${JSON.stringify(receivers)}::jsonb) AS r ("accountId" uuid, url text)
               GROUP BY account_id, url) requested
       CROSS JOIN LATERAL (
             SELECT n.id FROM webhook_event n
              WHERE n.account_id BETWEEN requested.account_id AND requested.account_id AND n.state = 'queued'
                AND (SELECT a.webhook_url FROM account a WHERE a.id = requested.account_id) = requested.url
                AND (n.event = 'transaction.requery' OR NOT EXISTS (
                      SELECT 1 FROM webhook_event b
                       WHERE b.purchase_id = n.purchase_id AND b.seq < n.seq AND b.event <> 'transaction.requery'
                         AND b.resent_from IS NULL AND b.state IN ('queued', 'sending')))
              ORDER BY n.account_id, n.seq LIMIT requested.events FOR NO KEY UPDATE SKIP LOCKED) n),
    claimed AS (
      UPDATE webhook_event e
         SET state = 'sending', claimed_at = clock_timestamp(),
             url = (SELECT a.webhook_url FROM account a WHERE a.id = e.account_id)
       WHERE e.id = ANY (ARRAY(SELECT next.id FROM next)) RETURNING e.*)
    SELECT ${eventColumns}, c.event, c.seq, c.account_id AS "accountId", c.url, p.traceparent,
           k.id AS "keyId", k.secret_encrypted AS "secretEncrypted", k.master_fingerprint AS "masterFingerprint",
           ARRAY (SELECT jsonb_build_object('id', s.id, 'sealedHex', encode(s.secret_encrypted, 'hex'),
                                            'masterFingerprint', s.master_fingerprint)
                    FROM webhook_secret s
                   WHERE s.account_id = c.account_id AND (s.ends_at IS NULL OR s.ends_at > clock_timestamp())
                   ORDER BY s.ends_at DESC NULLS FIRST) AS "webhookSecrets"
      FROM claimed c LEFT JOIN purchase p ON p.id = c.purchase_id
      LEFT JOIN LATERAL (
           SELECT k.id, k.secret_encrypted, k.master_fingerprint FROM api_key k
            WHERE k.account_id = c.account_id AND ${maySign}
            ORDER BY k.created_at DESC, k.id DESC LIMIT 1) k ON true`);
  const inOrder = rows.sort((a, b) => (a.seq < b.seq ? -1 : 1));
  return receivers.map(({ accountId, url }) => {
    const at = inOrder.findIndex((event) => event.accountId === accountId && event.url === url);
    return at < 0 ? null : (inOrder.splice(at, 1)[0] ?? null);
  });
}

/** Delivered: `error` is null and `httpStatus` is 2xx. `response`: how the answer begins, as safe text. */
export type DeliveryResult = {
  httpStatus: number | null;
  durationMs: number;
  error: string | null;
  response: string | null;
};

/** `timestamp`: that of the body; null when no request was made. `unsigned`: this process could not sign the event. */
export type DeliveryOutcome = DeliveryResult & { timestamp: string | null; unsigned?: true };

/**
 * Queues again what could not be signed. In order: true when a later event of the purchase may have waited for this;
 * also when nothing is left to record, as after a lost answer. BETWEEN instead of =, because a plan from before the
 * first statistics walks the index of all events that are being sent, or wait, for each.
 */
export async function finishEvents(db: Db, deliveries: (DeliveryOutcome & { id: string })[]): Promise<boolean[]> {
  const rows = deliveries.map(({ id, httpStatus, durationMs, error, response, timestamp, unsigned = false }) => ({
    id,
    unsigned,
    state: error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300 ? 'delivered' : 'undelivered',
    http_status: httpStatus,
    duration_ms: durationMs,
    error,
    response,
    timestamp,
  }));
  const withFollower = await db.$queryRaw<{ id: string }[]>(sql`
    WITH ended AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               AS d (id uuid, unsigned boolean, state text, http_status integer, duration_ms integer, error text, response text,
                     timestamp text)),
    finished AS (
      UPDATE webhook_event e
         SET state = d.state, finished_at = clock_timestamp(), http_status = d.http_status,
             duration_ms = d.duration_ms, error = d.error, response = d.response,
             sent_at = d.timestamp::timestamptz, sent_timestamp = d.timestamp
        FROM ended d WHERE e.id = d.id AND NOT d.unsigned AND e.state BETWEEN 'sending' AND 'sending'
      RETURNING e.id, e.purchase_id, e.seq),
    queued_again AS (
      UPDATE webhook_event e SET state = 'queued', claimed_at = NULL, url = NULL
        FROM ended d WHERE e.id = d.id AND d.unsigned AND e.state BETWEEN 'sending' AND 'sending')
    SELECT d.id FROM ended d LEFT JOIN finished f ON f.id = d.id
     WHERE f.id IS NULL
        OR EXISTS (SELECT FROM webhook_event n
                    WHERE n.purchase_id = f.purchase_id AND n.seq > f.seq AND n.state BETWEEN 'queued' AND 'queued')`);
  const ids = new Set(withFollower.map(({ id }) => id));
  return deliveries.map(({ id }) => ids.has(id));
}

/** Whether deliveries of a process that died have arrived is unknown, so they are closed and not sent again. */
export function expireSendingEvents(db: Db, olderThanMs: number): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE webhook_event
       SET state = 'undelivered', finished_at = clock_timestamp(),
           error = 'the worker stopped while sending; whether it arrived is unknown'
     WHERE state = 'sending' AND claimed_at < clock_timestamp() - ${toInterval(olderThanMs)}::interval`);
}

/**
 * Writes the event of a status query. Returns its id; null when nobody can hear it (`isHeard`), or the account or the
 * API key may not ask any more. Tried again with its `id`, it is written once.
 */
export async function insertRequeryEvent(
  db: Db,
  purchaseId: string,
  keyId: string | null,
  id = newId(),
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>(sql`
    WITH written AS (
      INSERT INTO webhook_event (id, account_id, purchase_id, event, status, details)
      SELECT ${id}::uuid, p.account_id, p.id, 'transaction.requery', p.status, p.description
        FROM purchase p JOIN account a ON a.id = p.account_id
       WHERE p.id = ${purchaseId}::uuid AND ${isHeard} AND a.status = 'active'
         AND (${keyId}::uuid IS NULL OR ${isKeyLive(keyId, 'read')})
      ON CONFLICT (id) DO NOTHING RETURNING id)
    SELECT id FROM written UNION SELECT id FROM webhook_event WHERE id = ${id}::uuid`);
  return row?.id ?? null;
}

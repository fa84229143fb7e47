import type { ProductType } from '../product/products';
import { type Db, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A notification to send now: the token or PIN of a purchase. `attempt` counts from 1. */
export type ClaimedNotification = {
  id: string;
  attempt: number;
  purchaseId: string;
  requestRef: string;
  phone: string;
  productType: ProductType;
  /** A disco, or VTpass's name of an exam. */
  service: string;
  recipient: string;
  amountKobo: bigint;
  result: Record<string, unknown>;
};

/** Claims a notification for one attempt; after `retryMs` another process can. Null: it is not to be sent now. */
export async function claimNotification(db: Db, id: string, retryMs: number): Promise<ClaimedNotification | null> {
  const [row] = await db.$queryRaw<ClaimedNotification[]>(sql`
    UPDATE notification n
       SET attempts = n.attempts + 1, next_attempt_at = clock_timestamp() + ${toInterval(retryMs)}::interval
      FROM purchase p
     WHERE n.id = ${id}::uuid AND p.id = n.purchase_id AND n.state = 'queued'
       AND (n.attempts = 0 OR n.next_attempt_at <= clock_timestamp())
    RETURNING n.id, n.attempts AS attempt, p.id AS "purchaseId", p.request_ref AS "requestRef",
              p.provider_order ->> 'contactPhone' AS phone, p.product_type AS "productType",
              p.provider_order ->> 'serviceId' AS service, p.recipient, coalesce(p.face_kobo, p.amount_kobo) AS "amountKobo", p.result`);
  return row ?? null;
}

/** Ends a notification. `error`: why it failed, otherwise null. `skipped`: no provider of SMS is set up. */
export async function finishNotification(
  db: Db,
  id: string,
  state: 'sent' | 'failed' | 'skipped',
  error: string | null,
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE notification
       SET state = ${state}, finished_at = clock_timestamp(), next_attempt_at = NULL,
           error = ${error}
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

export async function postponeNotification(db: Db, id: string, error: string, delayMs: number): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE notification SET error = ${error}, next_attempt_at = clock_timestamp() + ${toInterval(delayMs)}::interval
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

/** The account of a notification; null when it is not queued. */
export async function accountOf(db: Db, id: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ accountId: string }[]>(sql`
    SELECT p.account_id AS "accountId" FROM notification n JOIN purchase p ON p.id = n.purchase_id
     WHERE n.id = ${id}::uuid AND n.state = 'queued'`);
  return row?.accountId ?? null;
}

/** At most `limit` due notifications, the longest due of each account first. Accounts take turns. */
export function dueNotifications(
  db: Db,
  { limit, except }: { limit: number; except: string[] },
): Promise<{ id: string; accountId: string }[]> {
  return db.$queryRaw(sql`
    SELECT id, account_id AS "accountId"
      FROM (SELECT n.id, n.next_attempt_at, p.account_id,
                   row_number() OVER (PARTITION BY p.account_id ORDER BY n.next_attempt_at) AS turn
              FROM notification n JOIN purchase p ON p.id = n.purchase_id
             WHERE n.next_attempt_at <= statement_timestamp() AND p.account_id <> ALL (${except}::uuid[])) due
     ORDER BY turn, next_attempt_at LIMIT ${limit}`);
}

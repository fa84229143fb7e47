import type { ProductType } from '../../product/products';
import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import { FACE_KOBO, type Purchase } from '../purchase.store';
import { type PurchaseToSend, TO_SEND } from '../send/claim.store';

/** Facts of a due purchase that are needed to send it, to ask the provider about it, and to judge the answer. */
export type DuePurchase = PurchaseToSend &
  Pick<
    Purchase,
    | 'status'
    | 'sends'
    | 'checks'
    | 'refusedWith'
    | 'orderSeen'
    | 'missingCount'
    | 'tokenAwaited'
    | 'quarantinedAt'
    | 'providerEvidence'
    | 'result'
  > & {
    /** Milliseconds of the database's clock: since it was accepted, since it was sent, since it was first not found. */
    ageMs: number;
    sinceSendMs: number | null;
    missingSpanMs: number | null;
    /** It is a closed attempt of its purchase. */
    isClosed: boolean;
    /** A closed attempt of the purchase has delivered after all, or may. */
    contradicted: boolean;
  };

// Named one by one: a prepared `SELECT *` would fail as soon as a migration adds a column.
const DUE = sql`
  ${TO_SEND}, status, sends, checks, refused_with AS "refusedWith",
  order_seen AS "orderSeen", missing_count AS "missingCount", token_awaited AS "tokenAwaited",
  quarantined_at AS "quarantinedAt", provider_evidence AS "providerEvidence", result,
  (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs",
  (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS "sinceSendMs",
  (extract(epoch FROM clock_timestamp() - missing_since) * 1000)::float8 AS "missingSpanMs",
  false AS "isClosed", contradicted_by IS NOT NULL AS contradicted`;

/** The same of closed attempts. The facts that a later attempt learnt about the purchase do not apply to them. */
const CLOSED = sql`
  q.id, q.account_id AS "accountId", q.request_ref AS "requestRef", q.product_type AS "productType",
  q.amount_kobo AS "amountKobo", ${FACE_KOBO} AS "faceKobo", q.recipient, c.provider, c.provider_order AS "providerOrder",
  c.provider_ref AS "providerRef", c.number AS attempt, q.traceparent, q.status, c.sends, 0 AS checks,
  NULL AS "refusedWith", false AS "orderSeen", 0 AS "missingCount", false AS "tokenAwaited",
  NULL::timestamptz AS "quarantinedAt",
  c.evidence AS "providerEvidence", '{}'::jsonb AS result,
  (extract(epoch FROM clock_timestamp() - q.created_at) * 1000)::float8 AS "ageMs",
  (extract(epoch FROM clock_timestamp() - c.sent_at) * 1000)::float8 AS "sinceSendMs", NULL::float8 AS "missingSpanMs",
  true AS "isClosed", false AS contradicted
  FROM closed_attempt c JOIN purchase q ON q.id = c.purchase_id`;

/**
 * hold_due_purchases: accounts take turns, and each gives its longest due first. Each is held for this caller for
 * `holdMs`. `sent`: those to be requeried, or those to be sent. `except`: accounts that are left out.
 */
export function takeDuePurchases(
  db: Db,
  types: ProductType[],
  { sent, limit, except, holdMs }: { sent: boolean; limit: number; except: string[]; holdMs: number },
): Promise<DuePurchase[]> {
  return db.$queryRaw<DuePurchase[]>(sql`
    SELECT ${DUE} FROM hold_due_purchases(${types}, ${sent ? 1 : 0}::integer, ${limit}::integer, ${except}::uuid[],
                                          ${toInterval(holdMs)}::interval)`);
}

/**
 * Purchases of every product that nobody could send for `olderThanMs`, the oldest first: perhaps no worker serves their
 * queue. They are not held for the caller, because a settlement ends a purchase once.
 */
export function listNeverSent(db: Db, olderThanMs: number, limit: number): Promise<DuePurchase[]> {
  return db.$queryRaw<DuePurchase[]>(sql`
    SELECT ${DUE} FROM purchase
     WHERE sends = 0 AND next_check_at <= statement_timestamp()
       AND created_at < statement_timestamp() - ${toInterval(olderThanMs)}::interval
     ORDER BY id LIMIT ${limit}::integer`);
}

/** A purchase by its attempt with this reference, also a closed one. Null: unsent, or its send may be under way. */
export async function findSentPurchase(db: Db, providerRef: string): Promise<DuePurchase | null> {
  const [purchase] = await db.$queryRaw<DuePurchase[]>(sql`
    SELECT ${DUE} FROM purchase
     WHERE provider_ref = ${providerRef} AND sends = 1
       AND (claim_expires_at IS NULL OR claim_expires_at <= clock_timestamp())`);
  if (purchase !== undefined) return purchase;
  const [closed] = await db.$queryRaw<DuePurchase[]>(sql`SELECT ${CLOSED} WHERE c.provider_ref = ${providerRef}`);
  return closed ?? null;
}

/**
 * Closed attempts of at least this age whose providers have not answered once more, the longest waiting first. Each is
 * held for this caller for `holdMs`, and taken again after it unless noteChecked was called.
 */
export function takeClosedAttempts(
  db: Db,
  { ageMs, holdMs, limit }: { ageMs: number; holdMs: number; limit: number },
): Promise<DuePurchase[]> {
  return db.$queryRaw<DuePurchase[]>(sql`
    WITH taken AS (
      UPDATE closed_attempt SET asking_until = clock_timestamp() + ${toInterval(holdMs)}::interval
       WHERE (purchase_id, number) IN (
         SELECT purchase_id, number FROM closed_attempt
          WHERE sends = 1 AND checked_at IS NULL
            AND closed_at < statement_timestamp() - ${toInterval(ageMs)}::interval
            AND (asking_until IS NULL OR asking_until < statement_timestamp())
          ORDER BY coalesce(asking_until, closed_at) LIMIT ${limit}::integer FOR UPDATE SKIP LOCKED)
      RETURNING purchase_id, number)
    SELECT ${CLOSED} JOIN taken t ON t.purchase_id = c.purchase_id AND t.number = c.number`);
}

/** The provider of a closed attempt has answered: it is not asked again, if takeClosedAttempts had it asked. */
export async function noteChecked(db: Db, { id, attempt }: Pick<DuePurchase, 'id' | 'attempt'>): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE closed_attempt SET checked_at = clock_timestamp()
     WHERE purchase_id = ${id}::uuid AND number = ${attempt}::smallint AND asking_until IS NOT NULL AND checked_at IS NULL`);
}

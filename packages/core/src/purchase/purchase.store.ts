import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { Purchase as PurchaseRow } from '../generated/prisma/client';
import type { ProductType, ProviderTerms } from '../provider/provider.port';
import type { PurchaseStatus } from './status';

/** A purchase as the rest of core sees it. */
export type Purchase = Omit<PurchaseRow, 'status' | 'productType' | 'details' | 'result' | 'providerOrder'> & {
  status: PurchaseStatus;
  productType: ProductType;
  /** What was ordered, in the keys that the client is answered with; all strings (airtime: network, phone). */
  details: Record<string, string>;
  /** The same in the provider's words. */
  providerOrder: ProviderTerms;
  /** What the provider brought. */
  result: Record<string, unknown>;
};

// ---- accept

export type AcceptItem = {
  id: string;
  accountId: string;
  requestRef: string;
  productType: ProductType;
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
  provider: string;
  providerOrder: ProviderTerms;
  /** After this the sweeper answers in place of an API process that has not. */
  windowMs: number;
};

export type AcceptRow = {
  outcome: 'accepted' | 'duplicate' | 'insufficient' | 'busy' | 'no_wallet';
  balanceBeforeKobo: bigint | null;
  balanceAfterKobo: bigint | null;
  /** Database time in Unix milliseconds at which this was decided, after the locks. */
  decidedAt: number;
};

/** accept_purchases: see the migration for what it locks, answers and refuses. `notAfter` is database time in Unix milliseconds. */
export function acceptPurchases(
  db: Db,
  items: AcceptItem[],
  options: { notAfter: number; wait: boolean; startMs: number },
): Promise<AcceptRow[]> {
  const rows = items.map((item) => ({
    id: item.id,
    account_id: item.accountId,
    request_ref: item.requestRef,
    product_type: item.productType,
    amount_kobo: item.amountKobo.toString(),
    recipient: item.recipient,
    details: item.details,
    description: item.description,
    provider: item.provider,
    provider_order: item.providerOrder,
    window_ms: item.windowMs,
  }));
  return db.$queryRaw<AcceptRow[]>(sql`
    SELECT outcome, balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo",
           (extract(epoch FROM decided_at) * 1000)::float8 AS "decidedAt"
      FROM accept_purchases(${JSON.stringify(rows)}::jsonb, to_timestamp(${options.notAfter}::float8 / 1000), ${options.wait}::boolean,
                            ${ms(options.startMs)}::interval) ORDER BY n`);
}

/** Database time in Unix milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ now: number }[]>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  if (!row) throw new Error('SELECT without a row');
  return row.now;
}

// ---- claim

export type ClaimItem = { id: string; providerRef: string };

/** What is needed of a purchase to send it once and to judge the answer. */
export type PurchaseToSend = Pick<
  Purchase,
  'id' | 'requestRef' | 'productType' | 'amountKobo' | 'recipient' | 'providerOrder' | 'providerRef' | 'result'
>;

const TO_SEND = sql`id, request_ref AS "requestRef", product_type AS "productType", amount_kobo AS "amountKobo", recipient,
             provider_order AS "providerOrder", provider_ref AS "providerRef", result`;

/** claim_purchases: the rows that may now be sent, in no order. */
export function claimPurchases(
  db: Db,
  items: ClaimItem[],
  options: { token: string; leaseMs: number; startWithinMs: number },
): Promise<PurchaseToSend[]> {
  const rows = items.map(({ id, providerRef }) => ({ id, provider_ref: providerRef }));
  return db.$queryRaw<PurchaseToSend[]>(sql`
      SELECT ${TO_SEND} FROM claim_purchases(${JSON.stringify(rows)}::jsonb, ${options.token}::uuid, ${ms(options.leaseMs)}::interval, ${ms(options.startWithinMs)}::interval)`);
}

/** What a claim whose answer was lost has got after all. */
export function readClaimed(db: Db, ids: string[], token: string): Promise<PurchaseToSend[]> {
  return db.$queryRaw<PurchaseToSend[]>(
    sql`SELECT ${TO_SEND} FROM purchase WHERE id = ANY (${ids}::uuid[]) AND claim_token = ${token}::uuid`,
  );
}

// ---- settle

/** One thing to record of a purchase; the migration says what each goal and ground means, and which are refused when. */
export type Settlement = {
  id: string;
  goal: 'success' | 'failed' | 'refunded' | 'open';
  ground: 'answer' | 'requery' | 'not_found' | 'refusal' | 'never_sent' | 'operator';
  cause: string;
  message?: string;
  result?: Record<string, unknown>;
  costKobo?: bigint | null;
  /** `open` only: milliseconds until the next requery; null: a person decides. */
  nextCheckMs?: number | null;
  refusedWith?: string;
  orderSeen?: boolean;
  missing?: boolean;
  /** `not_found` only: the count that the decision was made on. */
  missingCount?: number;
  /** `refusal` only: refused unless this is the only open purchase for its recipient. */
  alone?: boolean;
  review?: boolean;
};

export type SettleRow = {
  outcome: 'settled' | 'kept' | 'already_final' | 'contradiction' | 'refused' | 'again' | 'busy' | 'missing';
  status: PurchaseStatus | null;
  /** The event that was written along, if any. */
  eventId: string | null;
  /** The message to the customer that was written along, if any. */
  notificationId: string | null;
};

export function settlePurchases(
  db: DbOrTransaction,
  items: Settlement[],
  options: { wait: boolean },
): Promise<SettleRow[]> {
  const rows = items.map((item) => ({
    id: item.id,
    goal: item.goal,
    ground: item.ground,
    cause: item.cause,
    message: item.message,
    result: item.result,
    cost_kobo: item.costKobo?.toString(),
    next_check_ms: item.nextCheckMs,
    refused_with: item.refusedWith,
    order_seen: item.orderSeen,
    missing: item.missing,
    missing_count: item.missingCount,
    alone: item.alone,
    review: item.review,
  }));
  return db.$queryRaw<SettleRow[]>(sql`
    SELECT outcome, status, event_id AS "eventId", notification_id AS "notificationId" FROM settle_purchases(${JSON.stringify(rows)}::jsonb, ${options.wait}::boolean) ORDER BY n`);
}

/** reverse_purchase: takes a success back. False when the purchase is not a success. */
export async function reversePurchase(
  db: DbOrTransaction,
  id: string,
  cause: string,
  message: string,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ done: boolean }[]>(
    sql`SELECT reverse_purchase(${id}::uuid, ${cause}, ${message}) AS done`,
  );
  return row?.done === true;
}

// ---- the flip and the sweep

export type MarkedPurchase = { id: string; status: PurchaseStatus; eventId: string | null };

/** tell_pending: moves what is still initiated to pending and tells how each stands now. */
export function markPending(db: Db, ids: string[], cause: string, message: string): Promise<MarkedPurchase[]> {
  return db.$queryRaw<MarkedPurchase[]>(
    sql`SELECT id, status, event_id AS "eventId" FROM tell_pending(${ids}::uuid[], ${cause}, ${message})`,
  );
}

/** Initiated purchases whose client's window has long passed: the process that should have answered is gone. */
export function listExpiredWindows(
  db: Db,
  types: ProductType[],
  limit: number,
): Promise<{ id: string; productType: ProductType }[]> {
  return db.$queryRaw(sql`
    SELECT id, product_type AS "productType" FROM purchase
     WHERE window_ends_at IS NOT NULL AND window_ends_at <= clock_timestamp() AND product_type = ANY (${types}) ORDER BY window_ends_at LIMIT ${limit}`);
}

/** A purchase that is due, with its age and the time since its send in milliseconds of the database's clock. */
export type DuePurchase = Purchase & { ageMs: number; sinceSendMs: number | null; missingSpanMs: number | null };

/** take_due_purchases, oldest first; each is this caller's until `holdMs` is over (an unsent one until `startMs` is). */
export async function takeDuePurchases(
  db: Db,
  types: ProductType[],
  options: { limit: number; startMs: number; holdMs: number },
): Promise<DuePurchase[]> {
  const rows = await db.$queryRaw<DueRow[]>(sql`
    SELECT *, ${DUE_FIGURES}
      FROM take_due_purchases(${types}, ${options.limit}, ${ms(options.startMs)}::interval, ${ms(options.holdMs)}::interval)`);
  return rows.map(asDue);
}

/** A purchase that was sent, by the provider's reference, with the figures a requery is judged by; null when there is none or its send may be under way. */
export async function findSentPurchase(db: Db, providerRef: string): Promise<DuePurchase | null> {
  const [row] = await db.$queryRaw<DueRow[]>(sql`
    SELECT *, ${DUE_FIGURES} FROM purchase
     WHERE provider_ref = ${providerRef} AND sends = 1 AND (claim_expires_at IS NULL OR claim_expires_at <= clock_timestamp())`);
  return row ? asDue(row) : null;
}

type DueRow = PurchaseColumns & { age_ms: number; since_send_ms: number | null; missing_span_ms: number | null };

const DUE_FIGURES = sql`(extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms,
           (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS since_send_ms,
           (extract(epoch FROM clock_timestamp() - missing_since) * 1000)::float8 AS missing_span_ms`;

const asDue = (row: DueRow): DuePurchase => ({
  ...asPurchase(row),
  ageMs: row.age_ms,
  sinceSendMs: row.since_send_ms,
  missingSpanMs: row.missing_span_ms,
});

// ---- reading

/** Whether anybody has used a reference. */
export async function isReferenceUsed(db: Db, requestRef: string): Promise<boolean> {
  return (await db.purchase.findUnique({ where: { requestRef }, select: { id: true } })) !== null;
}

/** What a waiting client is answered with. */
export type PurchaseState = Pick<Purchase, 'id' | 'status' | 'message' | 'cause' | 'result'>;

export function readPurchaseStates(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause, result FROM purchase WHERE id = ANY (${ids}::uuid[])`,
  );
}

/** moved_purchases: the states of those among them that are not `initiated` any more. */
export function readMovedPurchases(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause, result FROM moved_purchases(${ids}::uuid[])`,
  );
}

/** A purchase with the balances around its debit, by the client's reference; null when nobody has used it. */
export async function findPurchase(
  db: DbOrTransaction,
  requestRef: string,
): Promise<(Purchase & { balances: { before: bigint; after: bigint } | null }) | null> {
  const row = await db.purchase.findUnique({
    where: { requestRef },
    include: { entries: { where: { kind: 'debit' } } },
  });
  if (!row) return null;
  const { entries, ...purchase } = row;
  const [debit] = entries;
  return {
    ...(purchase as Purchase),
    balances: debit ? { before: debit.balanceBeforeKobo, after: debit.balanceAfterKobo } : null,
  };
}

// ---- review

/** A purchase that waits for a person. `reason` is the latest evidence in the provider's or our own words; it may name the recipient. */
export type PurchaseUnderReview = Pick<
  Purchase,
  'requestRef' | 'productType' | 'status' | 'amountKobo' | 'recipient' | 'sentAt' | 'createdAt'
> & { account: string; reason: string };

/** Why a purchase waits for a person, of a row `p` of purchase. */
export const REVIEW_REASON = sql`coalesce('contradicted: ' || (p.result -> 'contradicted_by' ->> 'cause'), p.result ->> 'mismatch', p.result ->> 'answer', p.cause)`;

/** Oldest first. */
export function listPurchasesUnderReview(db: Db): Promise<PurchaseUnderReview[]> {
  return db.$queryRaw<PurchaseUnderReview[]>(sql`
    SELECT a.name AS account, p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo", p.recipient,
           p.sent_at AS "sentAt", p.created_at AS "createdAt",
           ${REVIEW_REASON} AS reason
      FROM purchase p JOIN account a ON a.id = p.account_id WHERE p.needs_review ORDER BY p.created_at`);
}

/** Ends the review of a purchase that stands as it should, and keeps what the person said. False when it was not under review in that state. */
export async function closeReview(
  db: DbOrTransaction,
  id: string,
  status: PurchaseStatus,
  note: string,
): Promise<boolean> {
  const changed = await db.$executeRaw(sql`
    UPDATE purchase SET needs_review = false, result = result || jsonb_build_object('reviewed', jsonb_build_object('note', ${note}::text, 'at', clock_timestamp()))
     WHERE id = ${id}::uuid AND status = ${status} AND needs_review`);
  return changed === 1;
}

// ---- rows of functions that return whole purchases

type PurchaseColumns = Record<string, unknown>;

function asPurchase(row: PurchaseColumns): Purchase {
  const camel = Object.entries(row).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(camel) as Purchase;
}

const ms = (duration: number) => `${duration} milliseconds`;

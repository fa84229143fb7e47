import type { Purchase as PurchaseRow } from '../generated/prisma/client';
import type { ProductType } from '../product/products';
import type { ProviderTerms } from '../provider/provider.port';
import type { Decision } from '../routing/router.port';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { formatNaira } from '../shared/money';
import { tokensFirst } from '../shared/tokens';
import type { CauseCode } from './settle/cause';
import type { ProviderEvidence } from './settle/settlement';
import type { PurchaseStatus } from './status';

/** Of purchases of live accounts: all but those that the simulator serves. */
export const LIVE = sql`provider <> 'simulator'`;

/** The face value of a row of purchase: what was paid is that, or less by a discount. */
export const FACE_KOBO = sql`coalesce(face_kobo, amount_kobo)`;

export type Purchase = Omit<PurchaseRow, keyof Typed> & Typed;

/** The columns that hold our words or JSON. */
type Typed = {
  status: PurchaseStatus;
  productType: ProductType;
  /** The order, under the keys of the client's answer; all strings (airtime: network, phone). */
  details: Record<string, string>;
  providerOrder: ProviderTerms;
  /** The delivered goods (`Delivered`). Rows that were final before version 0.2 hold some evidence here as well. */
  result: Record<string, unknown>;
  providerEvidence: ProviderEvidence;
  /** Why it goes to its provider; null: there was no choice. */
  decision: Decision | null;
  /** Evidence against its status, when it came last, and first (ISO). `attempt`: absent before there were several. */
  contradictedBy: { goal: string; cause: string; at: string; since?: string; attempt?: number } | null;
  /** Null: its status has not changed since version 0.1. */
  causeCode: CauseCode | null;
};

/**
 * As clients read them: `amount` is the face value, and `charged` is what they paid, where a discount makes it less.
 * `amountKobo` is what they paid in any case.
 */
export const amountFields = ({ amountKobo, faceKobo }: Pick<Purchase, 'amountKobo' | 'faceKobo'>) =>
  faceKobo === null
    ? { amount: formatNaira(amountKobo) }
    : { amount: formatNaira(faceKobo), charged: formatNaira(amountKobo) };

export type PurchaseKey = { id: string } | { accountId: string; requestRef: string };

export const uniqueWhere = (key: PurchaseKey) =>
  'id' in key ? { id: key.id } : { requestRef_accountId: { accountId: key.accountId, requestRef: key.requestRef } };

export async function isReferenceUsed(db: Db, accountId: string, requestRef: string): Promise<boolean> {
  const where = uniqueWhere({ accountId, requestRef });
  return (await db.purchase.findUnique({ where, select: { id: true } })) !== null;
}

/** Whether an active account of the same mode, other than this one, has a purchase with this reference. */
export async function isReferenceOfAnother(db: Db, accountId: string, requestRef: string): Promise<boolean> {
  const [other] = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT p.id FROM purchase p JOIN account a ON a.id = p.account_id
     WHERE p.request_ref = ${requestRef} AND p.account_id <> ${accountId}::uuid AND a.status = 'active'
       AND a.mode = (SELECT own.mode FROM account own WHERE own.id = ${accountId}::uuid) LIMIT 1`);
  return other !== undefined;
}

/** A purchase with the balances before and after its debit. Null when there is none. */
export async function findPurchase(
  db: DbOrTransaction,
  key: PurchaseKey,
): Promise<(Purchase & { balances: { before: bigint; after: bigint } | null }) | null> {
  const purchase = await db.purchase.findUnique({ where: uniqueWhere(key) });
  if (!purchase) return null;
  const debit = await db.ledgerEntry.findFirst({ where: { purchaseId: purchase.id, kind: 'debit' } });
  return {
    ...(purchase as Purchase),
    balances: debit ? { before: debit.balanceBeforeKobo, after: debit.balanceAfterKobo } : null,
  };
}

/** Returns the delivered goods, the provider's words and our own marks, under the names that operators know. */
export function outcomeFacts(purchase: Purchase): Record<string, unknown> {
  const { result, providerEvidence, tokenAwaited, quarantinedAt, contradictedBy, reviewedAt, reviewNote } = purchase;
  return {
    ...tokensFirst(result),
    ...providerEvidence,
    ...(tokenAwaited && { token_awaited: true }),
    ...(quarantinedAt && { quarantined: { at: quarantinedAt.toISOString() } }),
    ...(contradictedBy && { contradicted_by: tokensFirst(contradictedBy) }),
    ...(reviewedAt && { reviewed: { note: reviewNote, at: reviewedAt.toISOString() } }),
  };
}

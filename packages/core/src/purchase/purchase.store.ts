import type { Purchase as PurchaseRow } from '../generated/prisma/client';
import type { ProductType, ProviderTerms } from '../provider/provider.port';
import type { Db, DbOrTransaction } from '../shared/db';
import type { CauseCode } from './settle/cause';
import type { ProviderEvidence } from './settle/settlement';
import type { PurchaseStatus } from './status';

/** A purchase as the rest of core sees it. */
export type Purchase = Omit<
  PurchaseRow,
  | 'status'
  | 'productType'
  | 'details'
  | 'result'
  | 'providerOrder'
  | 'providerEvidence'
  | 'contradictedBy'
  | 'causeCode'
> & {
  status: PurchaseStatus;
  productType: ProductType;
  /** What was ordered, in the keys that the client is answered with; all strings (airtime: network, phone). */
  details: Record<string, string>;
  /** The same in the provider's words. */
  providerOrder: ProviderTerms;
  /** What was delivered to the customer (`Delivered`). Of purchases from before version 0.2 also what is evidence now. */
  result: Record<string, unknown>;
  providerEvidence: ProviderEvidence;
  /** What says the opposite of its final status; null for most. `at`: when that was said, in ISO format. */
  contradictedBy: { goal: string; cause: string; at: string } | null;
  /** Null: its status has not changed since version 0.1. */
  causeCode: CauseCode | null;
};

/** Whether anybody has used a reference. */
export async function isReferenceUsed(db: Db, requestRef: string): Promise<boolean> {
  return (await db.purchase.findUnique({ where: { requestRef }, select: { id: true } })) !== null;
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

/**
 * All that is kept about the outcome of a purchase, as operators know it: what was delivered, what the provider said, and
 * the marks of our own.
 */
export function outcomeFacts(purchase: Purchase): Record<string, unknown> {
  const { result, providerEvidence, tokenAwaited, quarantinedAt, contradictedBy, reviewedAt, reviewNote } = purchase;
  return {
    ...result,
    ...providerEvidence,
    ...(tokenAwaited && { token_awaited: true }),
    ...(quarantinedAt && { quarantined: { at: quarantinedAt.toISOString() } }),
    ...(contradictedBy && { contradicted_by: contradictedBy }),
    ...(reviewedAt && { reviewed: { note: reviewNote, at: reviewedAt.toISOString() } }),
  };
}

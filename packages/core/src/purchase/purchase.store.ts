import type { Purchase as PurchaseRow } from '../generated/prisma/client';
import type { ProductType, ProviderTerms } from '../provider/provider.port';
import type { Db, DbOrTransaction } from '../shared/db';
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

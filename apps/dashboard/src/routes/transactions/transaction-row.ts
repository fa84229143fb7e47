import { formatNaira, type ListedPurchase } from '@topup/core';
import type { TransactionRow } from '../../contract';

export const asTransactionRow = (purchase: Omit<ListedPurchase, 'createdAtUs' | 'id'>): TransactionRow => ({
  reference: purchase.requestRef,
  product: purchase.productType,
  status: purchase.status,
  amount: formatNaira(purchase.amountKobo),
  recipient: purchase.recipient,
  description: purchase.description,
  message: purchase.message,
  createdAt: purchase.createdAt.toISOString(),
  finalAt: purchase.finalAt?.toISOString() ?? null,
});

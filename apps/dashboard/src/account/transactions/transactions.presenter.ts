import type { ListedPurchase } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { TransactionRow } from '@topup/dashboard-contract';
import { boughtOf } from './product-label';

export const asTransactionRow = (purchase: Omit<ListedPurchase, 'createdAtUs' | 'id'>): TransactionRow => ({
  reference: purchase.requestRef,
  product: purchase.productType,
  status: purchase.status,
  amount: formatNaira(purchase.amountKobo),
  recipient: purchase.recipient,
  description: boughtOf(purchase),
  message: purchase.message,
  createdAt: purchase.createdAt.toISOString(),
  finalAt: purchase.finalAt?.toISOString() ?? null,
});

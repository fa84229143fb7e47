import { productTypes } from '@topup/core/product';
import type { PurchaseSum } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { ProductSum } from '@topup/dashboard-contract';

/** The sums of the days of a month, by product. */
export function toProductSums(sums: PurchaseSum[]): ProductSum[] {
  return productTypes.flatMap((product) => {
    const all = sums.filter(({ productType }) => productType === product);
    if (all.length === 0) return [];
    const refunds = all.filter(({ status }) => status === 'failed' || status === 'refunded');
    const pending = all.filter(({ status }) => status === 'initiated' || status === 'pending');
    return {
      product,
      purchases: count(all),
      amount: amount(all),
      refunds: count(refunds),
      refunded: amount(refunds),
      pending: count(pending),
    };
  });
}

const count = (sums: PurchaseSum[]): number => sums.reduce((sum, { purchases }) => sum + purchases, 0);
const amount = (sums: PurchaseSum[]): string => formatNaira(sums.reduce((sum, { amountKobo }) => sum + amountKobo, 0n));

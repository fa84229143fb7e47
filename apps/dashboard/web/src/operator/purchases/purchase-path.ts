import type { OperatorPurchase } from '@topup/dashboard-contract';

/** The path of a purchase in the console's API, with its account: another account may have the same reference. */
export const purchasePath = ({ reference, account }: OperatorPurchase, action: 'requery' | 'settle'): string =>
  `/api/operator/purchases/${encodeURIComponent(reference)}/${action}?account=${account.id}`;

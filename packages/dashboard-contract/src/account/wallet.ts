import type { EntryKind } from '../vocabulary';

/** GET /api/wallet */
export type Wallet = { balance: string; currency: 'NGN' };

/** GET /api/wallet/entries?kind=&from=&to=&cursor=; GET /api/wallet/entries.csv */
export type LedgerRow = {
  id: string;
  kind: EntryKind;
  /** Signed: a debit is negative. */
  amount: string;
  balanceBefore: string;
  balanceAfter: string;
  reference: string;
  purchaseReference: string | null;
  createdAt: string;
};

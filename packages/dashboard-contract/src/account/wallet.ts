import type { ListedEntry, Wire } from '@topup/core/records';

/**
 * GET /api/wallet; POST /api/wallet/low-balance {threshold: naira or null}, by owners; POST /api/wallet/test-funds
 * {amount}, in test mode. POST /api/wallet/test-reset answers {}.
 */
export type Wallet = {
  balance: string;
  currency: 'NGN';
  low: boolean;
  threshold: string | null;
  /** For the narration of a bank transfer. */
  paymentReference: string;
  /** Where to pay to, as plain text with line breaks. Null: the operators have set none. */
  fundingDetails: string | null;
};

/** GET /api/wallet/entries?kind=&from=&to=&cursor=; GET /api/wallet/entries.csv */
export type LedgerRow = Wire<Omit<ListedEntry, 'purchaseId' | 'correctsId'>> & {
  purchaseReference: string | null;
  /** Of an adjustment: the id of the entry that it corrects, if any. */
  corrects: string | null;
};

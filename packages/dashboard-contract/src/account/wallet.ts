import type { CollectedTransfer, ListedEntry, Wire } from '@topup/core/records';

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

/**
 * GET /api/wallet/funding-account: the numbers into which the account transfers, as the collector last said; none until
 * an owner asks. POST {identity: bvn or nin, number: its 11 digits}, by owners, opens it and answers the same. 409
 * `collector_refused`, `collector_knows_customer`; 503 `collector_silent`.
 * `offered`: whether a collector takes transfers for us. `waiting`: transfers that an operator must confirm, the ten
 * newest.
 */
export type FundingNumbers = { offered: boolean; banks: FundingBank[]; waiting: WaitingTransfer[] };

export type WaitingTransfer = Wire<Pick<CollectedTransfer, 'id' | 'amountKobo' | 'payer' | 'foundAt'>>;

export type FundingBank = { bankCode: string; bankName: string; accountNumber: string; accountName: string };

/** GET /api/wallet/entries?kind=&from=&to=&cursor=; GET /api/wallet/entries.csv */
export type LedgerRow = Wire<Omit<ListedEntry, 'purchaseId' | 'correctsId'>> & {
  purchaseReference: string | null;
  /** Of an adjustment: the id of the entry that it corrects, if any. */
  corrects: string | null;
};

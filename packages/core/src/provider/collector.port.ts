import type { Lookup } from './provider.port';

/** An account at a bank into which the owners of one account transfer. Compare codes of banks, never their names. */
export type FundingBank = { bankCode: string; bankName: string; accountNumber: string; accountName: string };

/** `bvn`, `nin`: 11 digits, of the person behind the account. They are passed on and never stored or logged. */
export type NewFundingAccount = { reference: string; name: string; email: string; bvn?: string; nin?: string };

/**
 * - `refused`: nothing was opened. `reason` is the collector's own text
 * - `exists`: it has an account of this reference or of this customer: read it by the reference
 * - `unknown`: it may have been opened: read it by the reference before anything is asked again
 */
export type Opening =
  | { kind: 'opened'; banks: FundingBank[] }
  | { kind: 'refused' | 'exists' | 'unknown'; reason: string };

/**
 * What the collector says of one transfer. `fundingReference`: of the account that it was paid into; null: it is no
 * transfer into such an account. `settledKobo`: what reaches us; null: not told yet. `paidOn`: as it stands there.
 */
export type Transfer = {
  reference: string;
  fundingReference: string | null;
  status: 'paid' | 'partly_paid' | 'reversed' | 'open' | 'never_paid';
  amountKobo: bigint;
  settledKobo: bigint | null;
  paidOn: string;
  payer: string;
  payerBank: string;
};

/**
 * One row of the list of an account: only its reference, amount and time are believed, and it credits nothing. Null:
 * not readable.
 */
export type ListedTransfer = { reference: string; amountKobo: bigint | null; at: Date | null; isPaid: boolean };

/** A page of the list, the newest first. `next`: the number of the next page; null after the last one. */
export type TransferPage = { transfers: ListedTransfer[]; next: number | null };

/** `reference`: of the transfer that it is about; null: it is about something else. */
export type Notice = { signed: 'yes' | 'no' | 'wrong'; reference: string | null };

/** A company that takes transfers for us. Nothing here throws. */
export type Collector = {
  name: string;
  /** As it writes its own name. */
  label: string;
  open(account: NewFundingAccount): Promise<Opening>;
  /** The banks of an account as they are today. `not_recognised`: it has no account of this reference. */
  banks(reference: string): Promise<Lookup<FundingBank[]>>;
  /** `not_recognised`: it does not know such a transfer, or not yet. */
  transfer(reference: string): Promise<Lookup<Transfer>>;
  transfers(fundingReference: string, page: number): Promise<Lookup<TransferPage>>;
};

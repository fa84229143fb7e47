import { randomInt } from 'node:crypto';
import type { MonnifyKnobs } from '../knobs';
import { stampOf } from './lagos';
import type { ReservedAccount } from './reserved-account';

/** What came in whole. Only these are announced unless an operator asks for it. */
const PAID = ['PAID', 'OVERPAID', 'PARTIALLY_PAID'] as const;
export const STATUSES = [...PAID, 'PENDING', 'ABANDONED', 'CANCELLED', 'FAILED', 'REVERSED', 'EXPIRED'] as const;
type TransferStatus = (typeof STATUSES)[number];

export const SOURCES = ['array', 'empty', 'object'] as const;

/** What an operator of the bank chose. Amounts in kobo. */
export type TransferRequest = {
  amount: number;
  /** What Monnify expected. */
  payable: number;
  status: TransferStatus;
  /** The payer's name, and the code of the payer's bank. */
  payer: string;
  bank: string;
  /** A payment by card, which a client must not take for one into the account. */
  card: boolean;
  /** The form of `paymentSourceInformation` in the notice: all three occur. */
  source: (typeof SOURCES)[number];
};

/** One payment that the bank made. Amounts in kobo. */
export type Transfer = TransferRequest & {
  transactionReference: string;
  accountReference: string;
  customer: { name: string; email: string };
  /** Monnify pastes the first three letters of the account's name here. */
  description: string;
  destination: { bankCode: string; bankName: string; accountNumber: string };
  /** The difference of the amount and what reaches us. */
  fee: number;
  payerAccount: string;
  sessionId: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Null until money came. */
  paidAt: string | null;
};

const VAT = 0.075;

/** @param count the transfers that were ever made, so that no reference is used twice */
export function makeTransfer(
  request: TransferRequest,
  account: ReservedAccount,
  destination: Transfer['destination'],
  { knobs, count, at }: { knobs: Pick<MonnifyKnobs, 'transfer_fee'>; count: number; at: Date },
): Transfer {
  return {
    ...request,
    transactionReference: `MNFY|${digits(2)}|${stampOf(at)}|${String((count + 1) % 10 ** 6).padStart(6, '0')}`,
    accountReference: account.accountReference,
    customer: { name: account.customerName, email: account.customerEmail },
    description: account.accountName.slice(0, 3),
    destination,
    fee: Math.min(Math.round(knobs.transfer_fee * 100 * (1 + VAT)), request.amount),
    payerAccount: digits(10),
    sessionId: digits(30),
    at: at.toISOString(),
    paidAt: hasMoney(request.status) ? at.toISOString() : null,
  };
}

/** The transfer with another status. Money that came keeps its time, that of a reversed transfer too. */
export function withStatus(transfer: Transfer, status: TransferStatus, at: string): Transfer {
  return { ...transfer, status, paidAt: hasMoney(status) ? (transfer.paidAt ?? at) : null };
}

export const isPaid = (status: TransferStatus): boolean => PAID.some((paid) => paid === status);

const hasMoney = (status: TransferStatus): boolean => isPaid(status) || status === 'REVERSED';

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

import { randomInt } from 'node:crypto';
import { customerOf } from '../../customers/customers';
import { spacedOf } from './lagos';

/** The banks that Monnify has accounts at, with the first two digits of their account numbers. */
export const BANKS = [
  { code: '035', name: 'Wema bank', prefix: '10' },
  { code: '232', name: 'Sterling bank', prefix: '22' },
] as const;

type BankAccount = { bankCode: string; bankName: string; accountNumber: string };

/** A request that passed every check. */
export type AccountRequest = {
  accountReference: string;
  accountName: string;
  customerEmail: string;
  customerName: string;
  bvn: string | null;
  nin: string | null;
  /** Codes of `BANKS`. */
  banks: readonly string[];
};

/** An account number at each of several banks, for one customer. */
export type ReservedAccount = Omit<AccountRequest, 'banks'> & {
  /** Those that can be paid into, as far as Monnify says. */
  accounts: readonly BankAccount[];
  reservationReference: string;
  /** In Lagos, with nine digits after the point. */
  createdOn: string;
  /** Whether the client or an operator gave the whole account up. */
  isGone: boolean;
};

/**
 * Makes the account. The name behind the BVN or NIN replaces that of the customer.
 * @param count the accounts that were ever made, so that no number is used twice
 */
export function makeAccount({ banks, ...request }: AccountRequest, count: number, at: Date): ReservedAccount {
  const identity = request.bvn ?? request.nin;
  return {
    ...request,
    customerName: identity === null ? request.customerName : customerOf(identity).name,
    accounts: BANKS.filter(({ code }) => banks.includes(code)).map(({ code, name, prefix }) => ({
      bankCode: code,
      bankName: name,
      accountNumber: `${prefix}${String(count + 1).padStart(8, '0')}`,
    })),
    reservationReference: drawReservation(),
    createdOn: `${spacedOf(at)}${String(randomInt(10 ** 6)).padStart(6, '0')}`,
    isGone: false,
  };
}

/** Twenty letters and digits. */
const drawReservation = () => Array.from({ length: 20 }, () => randomInt(36).toString(36).toUpperCase()).join('');

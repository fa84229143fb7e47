import { type Fields, isFilled } from '../../http/read-body';
import { failure } from '../replies';
import type { CollectionBook } from './collection-book';
import { type AccountRequest, BANKS } from './reserved-account';

type AccountCheck =
  | { refusal: { status: number; body: object }; request: null }
  | { refusal: null; request: AccountRequest };

const refuse = (text: string, status = 400, code = '99'): AccountCheck => ({
  refusal: { status, body: failure(text, code) },
  request: null,
});

const REQUIRED = [
  'accountReference',
  'accountName',
  'currencyCode',
  'contractCode',
  'customerEmail',
  'customerName',
  'getAllAvailableBanks',
] as const;

const SHORTEST_NAME = 3;

/** Checks a request for an account and changes nothing: fields, contract, reference, customer. The order is ours. */
export function checkAccount(fields: Fields, book: CollectionBook, contractCode: string): AccountCheck {
  const missing = REQUIRED.find((name) => !isFilled(fields[name]) && typeof fields[name] !== 'boolean');
  if (missing !== undefined) return refuse(`Field ${missing} cannot be null`);
  const fault = faultOf(fields);
  if (fault !== null) return refuse(fault);
  if (fields.contractCode !== contractCode) return refuse('invalid contract code');
  const banks = readBanks(fields);
  if (typeof banks === 'string') return refuse(banks);

  const request: AccountRequest = {
    accountReference: String(fields.accountReference),
    accountName: String(fields.accountName),
    customerEmail: String(fields.customerEmail),
    customerName: String(fields.customerName),
    bvn: isFilled(fields.bvn) ? String(fields.bvn) : null,
    nin: isFilled(fields.nin) ? String(fields.nin) : null,
    banks,
  };
  if (book.account(request.accountReference) !== undefined)
    return refuse('You can not reserve two accounts with the same reference.', 422);
  if (book.accounts().some((account) => !account.isGone && isSameCustomer(account, request)))
    return refuse('You can not reserve more than 1 account(s) for a customer', 422, 'R42');
  return { refusal: null, request };
}

function faultOf({ accountName, customerName, customerEmail, currencyCode, bvn, nin }: Fields): string | null {
  const short = Object.entries({ accountName, customerName }).find(([, name]) => String(name).length < SHORTEST_NAME);
  if (short !== undefined) return `${short[0]} must have at least ${SHORTEST_NAME} characters`;
  if (!/^\S+@\S+$/.test(String(customerEmail))) return 'customerEmail must be a valid email address';
  if (currencyCode !== 'NGN') return 'Invalid currency code';
  if (isFilled(bvn) && !isElevenDigits(bvn)) return 'BVN is invalid. Must be 11 digits';
  return isFilled(nin) && !isElevenDigits(nin) ? 'Invalid NIN' : null;
}

const isElevenDigits = (value: unknown) => typeof value === 'string' && /^\d{11}$/.test(value);

/** Codes of banks, or the text of what is wrong. */
function readBanks({ getAllAvailableBanks, preferredBanks }: Fields): string[] | string {
  if (getAllAvailableBanks === true) return BANKS.map(({ code }) => code);
  if (!Array.isArray(preferredBanks) || preferredBanks.length === 0) return 'Field preferredBanks cannot be null';
  const codes = preferredBanks.map(String);
  const unknown = codes.find((code) => !BANKS.some((bank) => bank.code === code));
  return unknown === undefined ? codes : `Bank with code ${unknown} is not supported`;
}

/** Whether Monnify takes both for one person. The sources name different keys, so each of them counts. */
function isSameCustomer(
  one: Pick<AccountRequest, 'bvn' | 'nin' | 'customerEmail'>,
  other: Pick<AccountRequest, 'bvn' | 'nin' | 'customerEmail'>,
): boolean {
  const isSame = (a: string | null, b: string | null) => a !== null && a === b;
  return (
    isSame(one.bvn, other.bvn) ||
    isSame(one.nin, other.nin) ||
    one.customerEmail.toLowerCase() === other.customerEmail.toLowerCase()
  );
}

import type { FundingBank, ListedTransfer, Lookup, Transfer, TransferPage } from '@topup/core/provider';
import { readKobo } from '../../http/exact';
import { field, isRecord, readStatus, readText } from '../../http/json';
import type { Answer } from '../answer/read-answer';
import { readCount, readTime } from '../statement/read-cells';

/** The product of a transfer into a reserved account. Cards, invoices and cash have other ones. */
const RESERVED_ACCOUNT = 'RESERVED_ACCOUNT';

/** What a payment status means. A word that is not listed proves nothing, and is asked about again. */
const STATUSES: ReadonlyMap<string, Transfer['status']> = new Map([
  ['PAID', 'paid'],
  ['OVERPAID', 'paid'],
  ['PARTIALLY_PAID', 'partly_paid'],
  ['REVERSED', 'reversed'],
  ['PENDING', 'open'],
  ['ABANDONED', 'never_paid'],
  ['CANCELLED', 'never_paid'],
  ['FAILED', 'never_paid'],
  ['EXPIRED', 'never_paid'],
]);

/** Rows that cost a look-up only to find that nobody paid. */
const UNPAID: ReadonlySet<Transfer['status']> = new Set(['open', 'never_paid']);

const unreadable = (reason: string): Extract<Lookup<never>, { kind: 'unavailable' }> => ({
  kind: 'unavailable',
  reason,
});

/** The banks of an account. `status` is not read: it is ACTIVE even after an account was taken away. */
export function readBanks({ ok, httpStatus, body }: Answer, reference: string): Lookup<FundingBank[]> {
  if (!ok) return unreadable(`HTTP ${httpStatus}: not successful`);
  if (field(body, 'accountReference') !== reference) return unreadable('the answer is about another account');
  const accounts = field(body, 'accounts');
  if (!Array.isArray(accounts)) return unreadable('the answer has no list of bank accounts');
  const banks = accounts.map((each) => ({
    bankCode: readText(field(each, 'bankCode')),
    bankName: readText(field(each, 'bankName')),
    accountNumber: readText(field(each, 'accountNumber')),
    accountName: readText(field(each, 'accountName')),
  }));
  if (!banks.every(({ accountNumber, bankName }) => /^\d{10}$/.test(accountNumber) && bankName !== ''))
    return unreadable('a bank account has no number of ten digits');
  return { kind: 'found', value: banks };
}

/**
 * A transfer by its status answer. `accountDetails` and `accountPayments` are the payer; the account that was paid into
 * is `product.reference` alone.
 */
export function readTransfer({ ok, httpStatus, body }: Answer, reference: string): Lookup<Transfer> {
  if (!ok) return unreadable(`HTTP ${httpStatus}: not successful`);
  if (field(body, 'transactionReference') !== reference) return unreadable('the answer is about another transfer');
  const status = STATUSES.get(readStatus(field(body, 'paymentStatus')) ?? '');
  if (status === undefined) return unreadable('its status is not listed');
  const product = field(body, 'product');
  const funding = field(product, 'type') === RESERVED_ACCOUNT ? readText(field(product, 'reference')) : '';
  const amountKobo = readKobo(field(body, 'amountPaid'));
  // of what was taken back it may be 0
  const hasAmount = status === 'paid' || status === 'partly_paid';
  if (hasAmount && (amountKobo === null || amountKobo === 0n)) return unreadable('its amount is not readable');
  if (hasAmount && field(body, 'currency') !== undefined && !NAIRA.has(readText(field(body, 'currency'))))
    return unreadable('it is not in naira');
  const payer = payerIn(body);
  return {
    kind: 'found',
    value: {
      reference,
      fundingReference: funding === '' ? null : funding,
      status,
      amountKobo: amountKobo ?? 0n,
      settledKobo: readKobo(field(body, 'settlementAmount')),
      paidOn: readText(field(body, 'paidOn')),
      payer: readText(field(payer, 'accountName')),
      payerBank: readText(field(payer, 'bankName')) || readText(field(payer, 'bankCode')),
    },
  };
}

const NAIRA: ReadonlySet<string> = new Set(['NGN', '566']);

/** `accountDetails`, or the first of `accountPayments`: a list, one object, or an empty one. */
function payerIn(body: unknown): unknown {
  const details = field(body, 'accountDetails');
  if (isRecord(details) && Object.keys(details).length > 0) return details;
  const payments = field(body, 'accountPayments');
  return Array.isArray(payments) ? payments[0] : payments;
}

/** A page of the list of an account. A row needs a reference only: one that is odd otherwise hides no other. */
export function readTransferPage({ ok, httpStatus, body }: Answer): Lookup<TransferPage> {
  if (!ok) return unreadable(`HTTP ${httpStatus}: not successful`);
  const [rows, number, last] = [field(body, 'content'), readCount(field(body, 'number')), field(body, 'last')];
  if (!Array.isArray(rows) || typeof last !== 'boolean') return unreadable('the page has another shape than Monnify’s');
  const transfers = rows.map(readRow);
  if (transfers.some((row) => row === null) || (!last && number === null))
    return unreadable('a row of the list is not readable');
  const next = last || rows.length === 0 ? null : (number ?? 0) + 1;
  return { kind: 'found', value: { transfers: transfers.filter((row) => row !== null), next } };
}

function readRow(row: unknown): ListedTransfer | null {
  const reference = readText(field(row, 'transactionReference'));
  const at = readTime(field(row, 'completedOn')) ?? readTime(field(row, 'createdOn'));
  const amountKobo = readKobo(field(row, 'amountPaid')) ?? readKobo(field(row, 'amount'));
  if (reference === '') return null;
  const status = STATUSES.get(readStatus(field(row, 'paymentStatus')) ?? '');
  return { reference, amountKobo, at, isPaid: status === undefined || !UNPAID.has(status) };
}

import { koboAbove, koboBelow, readBillionths, readKobo } from '../../http/exact';
import { field, isRecord, readStatus } from '../../http/json';

/** The parts of a top-up, as Reloadly answers and lists it, that we use. What is absent or of another type is null. */
export type TopUp = {
  id: string | null;
  /** `customIdentifier`: our reference. Present and not text is `unreadable`, which differs from every reference. */
  reference: string | null;
  /** A word of upper case letters; anything else that is present is `unreadable`. */
  status: string | null;
  recipient: string | null;
  operatorId: string | null;
  /** The requested amount, and its currency. */
  amountKobo: bigint | null;
  amountCurrency: string | null;
  at: Date | null;
  wallet: Wallet;
};

/**
 * The effect of a top-up on our wallet there, if the wallet is in naira; otherwise the amounts are null. Reloadly
 * counts to five decimals: balances are rounded down, and the cost is the difference of the rounded balances, so that
 * whole kobo add up over any number of rows.
 */
type Wallet = {
  currency: string | null;
  costKobo: bigint | null;
  beforeKobo: bigint | null;
  afterKobo: bigint | null;
};

/** Reads any value of `parseExact`. Never throws. */
export function readTopUp(value: unknown): TopUp {
  return {
    id: readId(field(value, 'transactionId')),
    reference: readReference(field(value, 'customIdentifier')),
    status: readStatus(field(value, 'status')),
    recipient: readDigits(field(value, 'recipientPhone')),
    operatorId: readId(field(value, 'operatorId')),
    amountKobo: readKobo(field(value, 'requestedAmount')),
    amountCurrency: readCurrency(field(value, 'requestedAmountCurrencyCode')),
    at: readUtc(field(value, 'transactionDate')),
    wallet: readWallet(field(value, 'balanceInfo')),
  };
}

/** A currency code; `unreadable` when it is present and is none. */
export function readCurrency(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : 'unreadable';
}

/** A positive whole number, as its digits. */
export function readId(value: unknown): string | null {
  return typeof value === 'string' && /^[1-9][0-9]{0,17}$/.test(value) ? value : null;
}

function readReference(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : 'unreadable';
}

function readDigits(value: unknown): string | null {
  return typeof value === 'string' && /^\+?[0-9]{1,20}$/.test(value) ? value : null;
}

/** "2026-10-08 01:45:35" is UTC, in every body. */
function readUtc(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return null;
  const iso = `${value.replace(' ', 'T')}.000Z`;
  const at = new Date(iso);
  // 30 February would be 2 March
  return !Number.isNaN(at.getTime()) && at.toISOString() === iso ? at : null;
}

function readWallet(value: unknown): Wallet {
  const currency = isRecord(value) ? readCurrency(field(value, 'currencyCode')) : null;
  if (currency !== 'NGN') return { currency, costKobo: null, beforeKobo: null, afterKobo: null };
  const cost = readBillionths(field(value, 'cost'));
  const before = readBillionths(field(value, 'oldBalance'));
  const after = readBillionths(field(value, 'newBalance'));
  return {
    currency,
    costKobo: cost === null || cost < 0n ? null : costOf(cost, before, after),
    beforeKobo: before && koboBelow(before),
    afterKobo: after && koboBelow(after),
  };
}

function costOf(cost: bigint, before: bigint | null, after: bigint | null): bigint {
  const addsUp = before !== null && after !== null && before - after === cost;
  return addsUp ? koboBelow(before) - koboBelow(after) : koboAbove(cost);
}

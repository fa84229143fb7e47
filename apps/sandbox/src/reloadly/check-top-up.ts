import { readDecimal } from '../http/exact-json';
import { type Fields, isFilled } from '../http/read-body';
import type { ReloadlyBook } from './book';
import { NAIRA_PER_DOLLAR, SCALE, toDollars } from './money';
import { AIRTIME_LIMITS, findOperator, type Operator, type Plan, walletPrice } from './operators';
import type { ErrorCode } from './replies';
import { costOf, type TopUpRequest } from './top-up';

type TopUpCheck = { refusal: ErrorCode; request: null } | { refusal: null; request: TopUpRequest };

type CheckDeps = {
  book: ReloadlyBook;
  /** When an accepted top-up with this identifier, which is not recorded yet, began. */
  underWaySince: (identifier: string) => number | undefined;
  /** Sells a repeated identifier again. */
  vendsEveryPost: boolean;
};

const MAX_IDENTIFIER = 150;
const TWO_MINUTES_MS = 120_000;

const refuse = (refusal: ErrorCode): TopUpCheck => ({ refusal, request: null });

/** Checks a top-up and changes nothing. A refused one leaves no row, and does not use up its identifier. */
export function checkTopUp(fields: Fields, at: Date, { book, underWaySince, vendsEveryPost }: CheckDeps): TopUpCheck {
  const { operatorId, customIdentifier, recipientPhone } = fields;
  if (!Number.isInteger(Number(operatorId)) || !isFilled(operatorId)) return refuse('INVALID_INPUT_PROVIDED');
  if (!isIdentifier(customIdentifier)) return refuse('INVALID_INPUT_PROVIDED');
  const { phone, fault } = readPhone(recipientPhone);
  if (fault !== null) return refuse(fault);
  const operator = findOperator(Number(operatorId));
  if (operator === undefined || book.isOff(String(operator.id)))
    return refuse('OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE');

  const isLocal = fields.useLocalAmount === true;
  const amount = readAmount(operator, fields.amount, isLocal, book);
  if (amount === null) return refuse(isLocal ? 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR' : 'INVALID_AMOUNT_FOR_OPERATOR');

  const identifier = isFilled(customIdentifier) ? String(customIdentifier) : null;
  const { identifier_window_ms, two_minute_rule } = book.knobs();
  if (identifier !== null && !vendsEveryPost) {
    const began = [...book.findAll(identifier).map((row) => Date.parse(row.at)), underWaySince(identifier)];
    if (
      began.some((ms) => ms !== undefined && (identifier_window_ms === 0 || at.getTime() - ms >= identifier_window_ms))
    )
      return refuse('CUSTOM_IDENTIFIER_ALREADY_USED');
  }
  const last = book.lastFor(phone);
  if (two_minute_rule && last !== undefined && at.getTime() - last < TWO_MINUTES_MS)
    return refuse('PHONE_RECENTLY_RECHARGED');
  if (book.balance() < amount.cost) return refuse('INSUFFICIENT_BALANCE');
  return { refusal: null, request: { operator, phone, customIdentifier: identifier, ...amount } };
}

function isIdentifier(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= MAX_IDENTIFIER);
}

/** A trunk zero passes, the international 00 does not. Nothing but Nigeria is sold. */
export function readPhone(
  value: unknown,
): { phone: string; fault: null } | { phone: null; fault: 'INVALID_RECIPIENT_PHONE' | 'COUNTRY_NOT_SUPPORTED' } {
  const { countryCode, number }: Fields = typeof value === 'object' && value !== null ? { ...value } : {};
  if (isFilled(countryCode) && countryCode !== 'NG') return { phone: null, fault: 'COUNTRY_NOT_SUPPORTED' };
  const [, national] = /^(?:\+?234|0)([1-9]\d{9})$/.exec(isFilled(number) ? String(number) : '') ?? [];
  if (countryCode !== 'NG' || national === undefined) return { phone: null, fault: 'INVALID_RECIPIENT_PHONE' };
  return { phone: `0${national}`, fault: null };
}

type Amount = Pick<TopUpRequest, 'requested' | 'requestedCurrency' | 'naira' | 'discount' | 'cost'>;

/**
 * Reads the requested amount, in the wallet's currency or in naira. A dollar wallet that asks in naira has no discount.
 * @returns null if the operator does not take this amount
 */
function readAmount(operator: Operator, value: unknown, isLocal: boolean, book: ReloadlyBook): Amount | null {
  const requested = readDecimal(value, SCALE);
  if (requested === null || requested === 0) return null;
  const { currency } = book.knobs();
  const inNaira = isLocal || currency === 'NGN';
  const naira = nairaFor(operator, requested, inNaira);
  if (naira === null) return null;
  const charged = inNaira && currency === 'USD' ? toDollars(requested) : requested;
  const percent = isLocal && currency === 'USD' ? 0 : operator.discount;
  return { requested, requestedCurrency: inNaira ? 'NGN' : currency, naira, ...costOf(charged, percent) };
}

/** Returns the naira that the customer gets. A fixed amount must equal that of a plan to the last digit. */
function nairaFor({ plans }: Operator, requested: number, inNaira: boolean): number | null {
  if (plans.length > 0) {
    const priceOf = (plan: Plan) => (inNaira ? plan.naira : walletPrice(plan, 'USD'));
    return plans.find((plan) => priceOf(plan) === requested)?.naira ?? null;
  }
  const naira = inNaira ? requested : requested * NAIRA_PER_DOLLAR;
  return naira >= AIRTIME_LIMITS.least && naira <= AIRTIME_LIMITS.most ? naira : null;
}

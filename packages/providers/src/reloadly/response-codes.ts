import { type Rejection, type RejectionFault, type RejectionReason, rejectionReasons } from '@topup/core/provider';

/**
 * The error codes of Reloadly's top-ups and what each proves. Nothing else in the adapter knows a code. The codes are
 * from Reloadly's API description and help pages; that an answer with one of the first group leaves no record was seen
 * in its sandbox. A code that is not listed proves nothing.
 */

type Reason = (typeof rejectionReasons)[RejectionReason];

/** `http`: the statuses under which it counts. */
type Known = { code: string; http: readonly number[] };

/** Refused before Reloadly wrote anything down or asked the operator. The reference may be used again. */
type RefusingCode = Known & { proves: 'refused'; fault: RejectionFault; reason: Reason; elsewhere?: true };

/** `seen`: Reloadly has an order with this reference, in whatever state. `nothing`: an attempt was made. */
type UndecidedCode = Known & { proves: 'seen' | 'nothing' };

type ResponseCode = RefusingCode | UndecidedCode;

export const FAILED = rejectionReasons.failed;
const NO_ORDERS = rejectionReasons.no_orders;
const NOT_OFFERED = rejectionReasons.not_offered;
const NOT_THE_AMOUNT = rejectionReasons.amount_not_sold;
const WRONG_NUMBER = rejectionReasons.number_not_valid;
const NOT_THIS_NUMBER = rejectionReasons.number_not_accepted;
const TOO_SOON = rejectionReasons.too_soon;
const STILL_OPEN = rejectionReasons.still_open;

const refused = (
  fault: RejectionFault,
  reason: Reason,
  http: readonly number[],
  codes: string,
): readonly RefusingCode[] => codes.split(' ').map((code) => ({ code, http, proves: 'refused', fault, reason }));

/** For a reason of Reloadly alone: another provider may be asked. */
const refusedHere = (...row: Parameters<typeof refused>): readonly RefusingCode[] =>
  refused(...row).map((code) => ({ ...code, elsewhere: true }));

const undecided = (proves: UndecidedCode['proves'], http: readonly number[], codes: string): readonly UndecidedCode[] =>
  codes.split(' ').map((code) => ({ code, http, proves }));

const LISTED: readonly ResponseCode[] = [
  ...refusedHere('account', NO_ORDERS, [401], 'INVALID_TOKEN MISSING_TOKEN INVALID_CREDENTIALS'),
  ...refusedHere('account', NO_ORDERS, [400], 'INSUFFICIENT_BALANCE INACTIVE_ACCOUNT ACCOUNT_NOT_FOUND'),
  ...refusedHere(
    'account',
    NO_ORDERS,
    [400],
    'MAX_DAILY_TRANSACTION_AMOUNT_REACHED MAX_DAILY_TRANSACTION_COUNT_REACHED',
  ),
  ...refusedHere('catalogue', NOT_OFFERED, [503], 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE'),
  ...refusedHere('catalogue', NOT_OFFERED, [400], 'OPERATOR_NOT_IN_SERVICE LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR'),
  ...refusedHere('catalogue', NOT_OFFERED, [404], 'OPERATOR_NOT_FOUND'),
  ...refusedHere('catalogue', NOT_OFFERED, [409], 'COUNTRY_NOT_SUPPORTED'),
  ...refusedHere('catalogue', NOT_THE_AMOUNT, [400], 'INVALID_AMOUNT_FOR_OPERATOR INVALID_LOCAL_AMOUNT_FOR_OPERATOR'),
  // its own rule of two minutes between two orders for one number
  ...refusedHere('order', TOO_SOON, [400], 'PHONE_RECENTLY_RECHARGED'),

  // the fault is in how we build the orders of one product, so the other products go on
  ...refused('catalogue', NOT_OFFERED, [400], 'INVALID_INPUT_PROVIDED INVALID_SENDER_PHONE'),
  ...refused('order', WRONG_NUMBER, [400], 'INVALID_RECIPIENT_PHONE INVALID_PHONE_NUMBER'),
  ...refused('order', WRONG_NUMBER, [400], 'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH'),
  ...refused('order', WRONG_NUMBER, [404], 'COULD_NOT_AUTO_DETECT_OPERATOR'),
  ...refused('order', NOT_THIS_NUMBER, [400], 'RECIPIENT_REACHED_MAX_TOPUP_NUMBER PHONE_BANNED_BY_OPERATOR'),
  ...refused('duplicate', STILL_OPEN, [400], 'RECIPIENT_HAS_PENDING_TRANSACTION'),

  ...undecided('seen', [400, 404], 'CUSTOM_IDENTIFIER_ALREADY_USED REFERENCE_ID_ALREADY_USED'),
  ...undecided('nothing', [400, 500], 'TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT TRANSACTION_FAILED_ON_OPERATOR'),
  ...undecided('nothing', [400, 500], 'TRANSACTION_REJECTED_BY_OPERATOR TOPUP_TRANSACTION_FAILED'),
  ...undecided('nothing', [400, 500], 'PROVIDER_INTERNAL_ERROR REQUEST_FAILED_ON_PROVIDER'),
  ...undecided('nothing', [400, 500], 'CONNECTION_TO_OPERATOR_TEMPORARILY_DOWN 500'),
];

/** Every listed code. */
export const RESPONSE_CODES: ReadonlyMap<string, ResponseCode> = new Map(LISTED.map((row) => [row.code, row]));

/** The rejection that a code means. */
export function rejectionOf({ code, fault, reason, elsewhere }: RefusingCode): Rejection {
  return { code, reason, fault, ...(elsewhere && { elsewhere }) };
}

/** Reloadly takes none of our orders: it rejects our token (401, 403), or has had too many requests (429). */
export const shutOut = (code: string): Rejection => ({ code, reason: NO_ORDERS, fault: 'account', elsewhere: true });

/**
 * The states of an order. `live`: it may yet be delivered. `ended`: the operator did not deliver, and nothing was or
 * stays charged.
 */
export const STATUSES: ReadonlyMap<string, 'delivered' | 'live' | 'ended'> = new Map([
  ['SUCCESSFUL', 'delivered'],
  ['PROCESSING', 'live'],
  ['PENDING', 'live'],
  ['REFUNDED', 'ended'],
  ['FAILED', 'ended'],
]);

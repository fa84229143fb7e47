import { type Rejection, type RejectionFault, type RejectionReason, rejectionReasons } from '@topup/core/provider';

/**
 * The response codes of VTpass and what each proves. Nothing else in the adapter knows a code. The meanings are from
 * VTpass' "Response codes" page; how each is judged is ours: a code rejects an order only when VTpass gives it before
 * any charge.
 */

type Reason = (typeof rejectionReasons)[RejectionReason];

type Known = { code: string; meaning: string };

/**
 * A code that can end an order without a delivery. `fault` and `reason` (safe to show to a client) describe that end.
 */
type RejectingCode = Known & {
  /** `confirm`: rejected, but a requery must agree first. `rejected-if-failed`: counts only with `status: failed`. */
  pay: 'by-status' | 'rejected' | 'rejected-if-failed' | 'confirm' | 'unknown';
  /**
   * `refused`: final only when the send was rejected with the same code. `unanswered`: about the requery, not the
   * order.
   */
  requery: 'by-status' | 'rejected' | 'reversed' | 'refused' | 'unanswered';
  fault: RejectionFault;
  reason: Reason;
};

/** A code that leaves the order open. `seen`: it proves that VTpass has the order. */
type UndecidedCode = Known & { pay: 'seen' | 'unknown'; requery: 'open' | 'stuck' | 'missing' | 'unanswered' };

type ResponseCode = RejectingCode | UndecidedCode;

export const FAILED = rejectionReasons.failed;
export const AMOUNT_TOO_LOW = rejectionReasons.amount_too_low;
export const AMOUNT_TOO_HIGH = rejectionReasons.amount_too_high;
const UNREACHABLE = rejectionReasons.network_unreachable;
const TOO_FEW = rejectionReasons.quantity_too_low;
const TOO_MANY = rejectionReasons.quantity_too_high;
export const REVERSED = rejectionReasons.reversed;
export const NO_ORDERS = rejectionReasons.no_orders;

type End = Pick<RejectingCode, 'fault' | 'reason'>;
const OUR_ACCOUNT: End = { fault: 'account', reason: NO_ORDERS };
const NOT_OFFERED: End = { fault: 'catalogue', reason: rejectionReasons.not_offered };
const REPEATED: End = { fault: 'duplicate', reason: rejectionReasons.repeated };
const order = (reason: Reason): End => ({ fault: 'order', reason });

const LISTED: readonly ResponseCode[] = [
  { code: '000', meaning: 'processed, see status', pay: 'by-status', requery: 'by-status', ...order(FAILED) },
  // not expected in an answer to pay: only a requery asks for the state of an order
  { code: '001', meaning: 'query result', pay: 'unknown', requery: 'by-status', ...order(FAILED) },
  { code: '010', meaning: 'variation does not exist', pay: 'rejected', requery: 'refused', ...NOT_OFFERED },
  // the fault is in how we build the orders of one product, so the other products go on
  { code: '011', meaning: 'arguments missing or bad', pay: 'rejected', requery: 'unanswered', ...NOT_OFFERED },
  { code: '012', meaning: 'product does not exist', pay: 'rejected', requery: 'refused', ...NOT_OFFERED },
  { code: '013', meaning: 'below the minimum amount', pay: 'rejected', requery: 'refused', ...order(AMOUNT_TOO_LOW) },
  { code: '014', meaning: 'request id already used', pay: 'seen', requery: 'open' },
  { code: '015', meaning: 'request id not known', pay: 'unknown', requery: 'missing' },
  { code: '016', meaning: 'failed', pay: 'rejected-if-failed', requery: 'rejected', ...order(FAILED) },
  { code: '017', meaning: 'above the maximum amount', pay: 'rejected', requery: 'refused', ...order(AMOUNT_TOO_HIGH) },
  { code: '018', meaning: 'our wallet there is too low', pay: 'rejected', requery: 'refused', ...OUR_ACCOUNT },
  // there is no order with this id, but perhaps one with an earlier id for the same recipient
  { code: '019', meaning: 'likely duplicate', pay: 'confirm', requery: 'refused', ...REPEATED },
  { code: '020', meaning: 'biller confirmed', pay: 'confirm', requery: 'refused', ...order(FAILED) },
  { code: '021', meaning: 'account locked', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '022', meaning: 'account suspended', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '023', meaning: 'API access not enabled', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '024', meaning: 'account inactive', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '025', meaning: 'bank code invalid', pay: 'rejected', requery: 'refused', ...order(FAILED) },
  { code: '026', meaning: 'bank account invalid', pay: 'rejected', requery: 'refused', ...order(FAILED) },
  { code: '027', meaning: 'address not whitelisted', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '028', meaning: 'product not whitelisted', pay: 'rejected', requery: 'refused', ...NOT_OFFERED },
  // it is about a system behind VTpass, which may have delivered
  { code: '030', meaning: 'biller not reachable', pay: 'confirm', requery: 'refused', ...order(UNREACHABLE) },
  { code: '031', meaning: 'below the minimum quantity', pay: 'rejected', requery: 'refused', ...order(TOO_FEW) },
  { code: '032', meaning: 'above the maximum quantity', pay: 'rejected', requery: 'refused', ...order(TOO_MANY) },
  { code: '034', meaning: 'service suspended', pay: 'rejected', requery: 'unanswered', ...NOT_OFFERED },
  { code: '035', meaning: 'service inactive', pay: 'rejected', requery: 'unanswered', ...NOT_OFFERED },
  { code: '040', meaning: 'reversed', pay: 'rejected', requery: 'reversed', ...order(REVERSED) },
  { code: '044', meaning: 'resolved by a person, ask VTpass', pay: 'seen', requery: 'stuck' },
  { code: '083', meaning: 'system error', pay: 'unknown', requery: 'unanswered' },
  // the date in the id is not today's: our clock is wrong, and every order would be rejected
  { code: '085', meaning: 'request id improper', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '087', meaning: 'credentials invalid', pay: 'rejected', requery: 'unanswered', ...OUR_ACCOUNT },
  { code: '089', meaning: 'earlier request still in process', pay: 'seen', requery: 'open' },
  { code: '091', meaning: 'not processed, not charged', pay: 'rejected', requery: 'refused', ...order(FAILED) },
  { code: '099', meaning: 'in process', pay: 'seen', requery: 'open' },
];

/** Every listed code by its three digits. A code that is not listed is undecided, as VTpass' page demands. */
export const RESPONSE_CODES: ReadonlyMap<string, ResponseCode> = new Map(LISTED.map((row) => [row.code, row]));

/**
 * The rejection that a code means. What is about our account or its catalogue VTpass says before it records an order,
 * so another provider may be asked.
 */
export function rejectionOf({ code, reason, fault }: RejectingCode): Rejection {
  return { code, reason, fault, ...((fault === 'account' || fault === 'catalogue') && { elsewhere: true }) };
}

/** Turned away at the door, before any code of the API was reached. */
export const shutOut = (httpStatus: number): Rejection => ({
  code: `http_${httpStatus}`,
  reason: NO_ORDERS,
  fault: 'account',
  elsewhere: true,
});

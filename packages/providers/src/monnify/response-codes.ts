import { type Rejection, rejectionReasons } from '@topup/core/provider';

/**
 * Proof in Monnify's answers. Its response code is "0" or "99" with free text, so a code alone proves nothing; what
 * counts is the status of the vend. Nothing else in the adapter knows a status or a text. Source: Monnify's page
 * "Process a bill", and answers of its sandbox and of live clients that others have recorded.
 */

export const OK = '0';
export const FAILED = rejectionReasons.failed;
const NO_ORDERS = rejectionReasons.no_orders;
export const NOT_RECOGNISED = rejectionReasons.number_not_recognised;

/**
 * The states of a vend, and of its payment. `live`: it may yet be delivered. Anything else is not listed and proves
 * nothing.
 */
export const STATUSES: ReadonlyMap<string, 'delivered' | 'live' | 'failed'> = new Map([
  ['SUCCESS', 'delivered'],
  ['IN_PROGRESS', 'live'],
  ['PENDING', 'live'],
  ['PROCESSING', 'live'],
  ['FAILED', 'failed'],
]);

/**
 * The states of a payment that contradict a delivery: words that clients of Monnify expect for a failure, REVERSED by
 * our choice, and what is not readable, because it may be any of them.
 */
export const UNPAID: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'UNSUCCESSFUL', 'REVERSED', 'unreadable']);

/** The state of a movement of the wallet; no other one is established. */
export const MOVED = 'COMPLETED';

/** Monnify rejects our token, or bills are not active for our account. */
export const shutOut = (httpStatus: number | string): Rejection => ({
  code: typeof httpStatus === 'number' ? `http_${httpStatus}` : httpStatus,
  reason: NO_ORDERS,
  fault: 'account',
  elsewhere: true,
});

/** Returns a requery's text for a reference that Monnify does not know, with the very reference. */
export const notFoundText = (reference: string): string => `Transaction not found for reference: ${reference}`;

/**
 * Whether validate-customer says of this very number that nobody has it, or that it cannot be sold to. Monnify's own
 * words are not established: these are the sandbox's, and any other words leave the order to another provider.
 */
export const isUnknownCustomer = (httpStatus: number, message: string, number: string): boolean =>
  httpStatus === 400 &&
  [`Customer not found for id: ${number}`, `Customer with id ${number} cannot be vended to`].includes(message);

import { STATUSES, UNPAID } from '../response-codes';
import type { Vend } from './read-answer';

/**
 * The delivery decides, unless its payment is still in progress or contradicts it. A word of a payment that is not
 * listed holds back no delivery; a failure refunds, so it needs a payment that is not there or failed too.
 */
export function stateOf({ status, paymentStatus }: Vend): 'delivered' | 'live' | 'failed' | null {
  const delivery = status === null ? undefined : STATUSES.get(status);
  const payment = paymentStatus === null ? undefined : STATUSES.get(paymentStatus);
  if (delivery === undefined) return null;
  if (delivery === 'live' || payment === 'live') return 'live';
  if (delivery === 'delivered') return paymentStatus !== null && UNPAID.has(paymentStatus) ? null : 'delivered';
  return paymentStatus === null || payment === 'failed' ? 'failed' : null;
}

/** The same in the words of a log. */
export const wordsOf = ({ status, paymentStatus }: Vend): string =>
  paymentStatus === null ? `${status}` : `${status}, payment ${paymentStatus}`;

import type { Rejection, SendOutcome } from '@topup/core/provider';
import type { Called } from './access-token';

/**
 * Returns the outcome of an order whose call got no answer. `shutOut`: the rejection of a provider that gives us no
 * token, so that the order was not sent.
 */
export function withoutAnswer(
  called: Exclude<Called, { kind: 'answered' }>,
  shutOut: (code: string) => Rejection,
): SendOutcome {
  switch (called.kind) {
    case 'unsent':
      return called;
    case 'refused':
      return { kind: 'rejected', ...shutOut(called.code) };
    case 'unanswered':
      return { kind: 'unknown', reason: called.reason, rejection: null, orderSeen: false };
  }
}

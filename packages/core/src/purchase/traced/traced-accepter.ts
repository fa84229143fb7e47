import { inSpan, type Span, type Tracing } from '../../shared/tracing';
import type { Accepter } from '../accept/accept-batcher';
import { purchaseFacts } from './purchase-facts';

/**
 * The accepter for a request with this span: the purchase is written with it, the span learns the purchase's id, and
 * the accept has a span of its own.
 */
export function tracedAccepter(accepter: Accepter, tracing: Tracing, request: Span): Accepter {
  const { traceparent } = request;
  return {
    ...accepter,
    async accept(item) {
      const facts = purchaseFacts(item);
      request.note(facts);
      return inSpan(
        tracing.begin('accept', traceparent, { facts }),
        () => accepter.accept({ ...item, traceparent }),
        ({ outcome }) => ({ facts: { 'topup.outcome': outcome } }),
      );
    },
  };
}

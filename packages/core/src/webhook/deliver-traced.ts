import { withFields } from '../shared/log.port';
import { inSpan, type Tracing } from '../shared/tracing';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook';
import type { ClaimedEvent, DeliveryOutcome } from './event.store';

/** `tracing` undefined: traces are off. */
export type TracedDeliverDeps = DeliverDeps & { tracing?: Tracing | undefined };

/**
 * `deliverWebhook`. When the purchase is traced, the delivery has a span, which the request names in its header
 * `traceparent`: so the receiver can go on with the trace.
 */
export async function deliverTraced(
  deps: TracedDeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const { tracing, poster, log } = deps;
  if (tracing === undefined || event.traceparent === null) return deliverWebhook(deps, event, elapsedMs);
  const span = tracing.begin('webhook', event.traceparent, {
    kind: 'client',
    facts: {
      'topup.purchase_id': String(event.purchaseId),
      'topup.product': event.productType,
      'topup.event': event.event,
      'topup.event_id': event.id,
    },
  });
  const traced: DeliverDeps = {
    ...deps,
    log: withFields(log, span.logFields),
    poster: {
      post: (request) => poster.post({ ...request, headers: { ...request.headers, traceparent: span.traceparent } }),
    },
  };
  return inSpan(
    span,
    () => deliverWebhook(traced, event, elapsedMs),
    ({ httpStatus, error }) => ({
      ...(httpStatus !== null && { facts: { 'http.response.status_code': httpStatus } }),
      failed: error !== null,
    }),
  );
}

import type { Span, Tracing } from '../../shared/tracing';
import type { PurchaseToSend } from '../send/claim.store';
import type { Claimer } from '../send/claimer';
import { type ClaimDeps, type SendDeps, sendPurchase } from '../send/send-purchase';
import { purchaseFacts } from './purchase-facts';
import { traceSteps } from './trace-steps';

/**
 * When the work began here, in milliseconds of the monotonic clock, and when its job was added, in milliseconds since
 * 1970 by the clock of the process that did; undefined: no job announced it.
 */
export type Begun = { startedMs: number; queuedAtMs?: number | undefined };

/**
 * `sendPurchase`, with a span around the work and around each step of it, when the purchase is traced. That is read
 * from its row, by the claim: so the trace goes on whoever finds the purchase, and jobs know nothing of it.
 */
export async function sendTraced(
  deps: ClaimDeps & SendDeps & { tracing?: Tracing | undefined },
  id: string,
  begun: Begun,
): Promise<void> {
  const { tracing, clock } = deps;
  if (tracing === undefined) return sendPurchase(deps, id);
  let span: Span | undefined;
  const claimer: Claimer = {
    ...deps.claimer,
    async submit(item) {
      const startedMs = clock.monotonicMs();
      const purchase = await deps.claimer.submit(item);
      if (purchase === 'not_yours' || purchase.traceparent === null) return purchase;
      span ??= beginWork(tracing, purchase, purchase.traceparent, begun);
      const { provider, attempt } = purchase;
      const facts = { ...purchaseFacts(purchase), 'topup.provider': provider, 'topup.attempt': attempt };
      tracing.begin('claim', span.traceparent, { facts, startedMs }).end();
      return purchase;
    },
  };
  try {
    return await sendPurchase({ ...traceSteps(deps, id, tracing, () => span), claimer }, id);
  } finally {
    span?.end();
  }
}

/** Begins the span of the work, and writes that of the time that its job waited. */
function beginWork(tracing: Tracing, purchase: PurchaseToSend, parent: string, { startedMs, queuedAtMs }: Begun): Span {
  const facts = purchaseFacts(purchase);
  const product = purchase.productType.toLowerCase();
  if (queuedAtMs === undefined) return tracing.begin(`process ${product}`, parent, { facts, startedMs });
  tracing.begin(`queue ${product}`, parent, { facts, startedMs: queuedAtMs }).end({ endedMs: startedMs });
  return tracing.begin(`process ${product}`, parent, { kind: 'consumer', facts, startedMs });
}

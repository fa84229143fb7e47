import type { Provider, ProviderOrder, RequeryOutcome, SendOutcome } from '../provider/provider.port';
import { type Log, withFields } from '../shared/log.port';
import { inSpan, type Span, type SpanFacts, type SpanOptions, type Tracing } from '../shared/tracing';
import type { Accepter } from './accept/accept-batcher';
import type { Purchase } from './purchase.store';
import type { PurchaseToSend } from './send/claim.store';
import type { Claimer } from './send/claimer';
import { type ClaimDeps, type SendDeps, sendPurchase } from './send/send-purchase';
import type { SettleDeps } from './settle/settle-purchase';
import type { Settler } from './settle/settler';

/** When the work began, by the monotonic clock, and when its job was added, by the wall clock, if one was. */
export type Begun = { startedMs: number; queuedAtMs?: number | undefined };

/** `sendPurchase`, with spans when it is traced. The claim reads the trace from the row, so jobs do not carry it. */
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

const purchaseFacts = ({ id, productType }: Pick<Purchase, 'id' | 'productType'>): SpanFacts => ({
  'topup.purchase_id': id,
  'topup.product': productType,
});

/** `tracing` undefined: traces are off. */
export type TracedDeps = SettleDeps & { provider?: Calls; tracing?: Tracing | undefined };

type Calls = Partial<Pick<Provider, 'send' | 'requery'>>;
type Current = () => Span | undefined;
/** Begins a span of the purchase; undefined: it is not traced. */
type Below = (name: string, options: SpanOptions) => Span | undefined;

/** Does `work` on a purchase that was read from its row; within a span, when the purchase is traced. */
export async function traceWork<D extends TracedDeps, T>(
  deps: D,
  name: string,
  purchase: Pick<Purchase, 'id' | 'productType' | 'traceparent'>,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  const { tracing } = deps;
  if (tracing === undefined || purchase.traceparent === null) return work(deps);
  const span = tracing.begin(name, purchase.traceparent, { facts: purchaseFacts(purchase) });
  return inSpan(span, () => work(traceSteps(deps, purchase.id, tracing, () => span)));
}

/**
 * While there is a span `current`, each call and each settlement has a span below it, and each log line its ids. The
 * provider gets no `traceparent`: it is somebody else's.
 */
function traceSteps<D extends TracedDeps>(deps: D, id: string, tracing: Tracing, current: Current): D {
  const facts = { 'topup.purchase_id': id };
  const below: Below = (name, options) => {
    const parent = current();
    return parent && tracing.begin(name, parent.traceparent, { ...options, facts: { ...facts, ...options.facts } });
  };
  const line = (level: keyof Log) => (message: string, fields?: object) =>
    deps.log[level](message, { ...current()?.logFields, ...fields });
  const settle: Settler['settle'] = (settlement) =>
    inSpan(
      below('settle', { facts: { 'topup.target_status': settlement.targetStatus } }),
      () => deps.settler.settle(settlement),
      ({ outcome }) => ({ facts: { 'topup.outcome': outcome } }),
    );
  return {
    ...deps,
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    settler: { ...deps.settler, settle },
    ...(deps.provider && { provider: tracedProvider(deps.provider, below) }),
  };
}

/** Outcomes of calls that were not answered, or not in a way that proves anything. */
const UNPROVEN: ReadonlySet<string> = new Set(['unsent', 'unknown', 'unanswered']);

function tracedProvider<P extends Calls>(provider: P, below: Below): P {
  const traced = <T extends SendOutcome | RequeryOutcome>(
    operation: string,
    { provider: name }: ProviderOrder,
    call: () => Promise<T>,
  ): Promise<T> =>
    inSpan(below(`${name} ${operation}`, { kind: 'client', facts: { 'topup.provider': name } }), call, ({ kind }) => ({
      facts: { 'topup.outcome': kind },
      failed: UNPROVEN.has(kind),
    }));
  const { send, requery } = provider;
  return {
    ...provider,
    ...(send && ({ send: (order, deadline) => traced('send', order, () => send(order, deadline)) } satisfies Calls)),
    ...(requery && ({ requery: (order) => traced('requery', order, () => requery(order)) } satisfies Calls)),
  };
}

/** For a request with this span: the purchase is written with it, and the accept has a span of its own. */
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

type Traced = { log: Log } & Pick<SettleDeps, 'enqueueEvent' | 'enqueueNotification'>;

/** The same deps for the work of one request: its id is in every log line and in every job. */
export function withRequestId<D extends Traced>(deps: D, requestId: string | undefined): D {
  if (requestId === undefined) return deps;
  return {
    ...deps,
    log: withFields(deps.log, { requestId }),
    enqueueEvent: (event) => deps.enqueueEvent(event, requestId),
    enqueueNotification: (id) => deps.enqueueNotification(id, requestId),
  };
}

import type { Provider, ProviderOrder, RequeryOutcome, SendOutcome } from '../../provider/provider.port';
import type { Log } from '../../shared/log.port';
import { inSpan, type Span, type SpanOptions, type Tracing } from '../../shared/tracing';
import type { Purchase } from '../purchase.store';
import type { SettleDeps } from '../settle/settle-purchase';
import type { Settler } from '../settle/settler';
import { purchaseFacts } from './purchase-facts';

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
 * The same deps for the work on one purchase: while there is a span `current`, each call to the provider and each
 * settlement has a span below it, and each log line its ids. The provider gets no `traceparent`: it is somebody else's.
 */
export function traceSteps<D extends TracedDeps>(deps: D, id: string, tracing: Tracing, current: Current): D {
  const facts = { 'topup.purchase_id': id };
  const below: Below = (name, options) => {
    const parent = current();
    return parent && tracing.begin(name, parent.traceparent, { ...options, facts: { ...facts, ...options.facts } });
  };
  return {
    ...deps,
    log: tracedLog(deps.log, current),
    settler: tracedSettler(deps.settler, below),
    ...(deps.provider && { provider: tracedProvider(deps.provider, below) }),
  };
}

function tracedLog(log: Log, current: Current): Log {
  const line = (level: keyof Log) => (message: string, fields?: object) =>
    log[level](message, { ...current()?.logFields, ...fields });
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

function tracedSettler(settler: Settler, below: Below): Settler {
  return {
    ...settler,
    settle: (settlement) =>
      inSpan(
        below('settle', { facts: { 'topup.target_status': settlement.targetStatus } }),
        () => settler.settle(settlement),
        ({ outcome }) => ({ facts: { 'topup.outcome': outcome } }),
      ),
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

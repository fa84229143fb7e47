import type { Clock } from '../shared/clock';
import type { Observer, ProviderOperation } from '../shared/observer.port';
import type { Lookup, Provider, ProviderLookups, RejectionFault, RequeryOutcome, SendOutcome } from './provider.port';

/** The same provider; each of its answers is told to the observer, with how long it took. */
export function observedProvider(
  provider: Provider & ProviderLookups,
  { observer, clock }: { observer: Pick<Observer, 'providerCalled'>; clock: Clock },
): Provider & ProviderLookups {
  async function observed<T extends SendOutcome | RequeryOutcome | Lookup<unknown>>(
    operation: ProviderOperation,
    ask: () => Promise<T>,
  ): Promise<T> {
    const startedMs = clock.monotonicMs();
    const answer = await ask();
    observer.providerCalled({
      operation,
      outcome: answer.kind,
      fault: faultOf(answer),
      durationMs: clock.monotonicMs() - startedMs,
    });
    return answer;
  }
  return {
    ...provider,
    send: (order, deadline) => observed('send', () => provider.send(order, deadline)),
    requery: (order) => observed('requery', () => provider.requery(order)),
    variations: (serviceId) => observed('variations', () => provider.variations(serviceId)),
    verifySmartcard: (serviceId, number) => observed('verify', () => provider.verifySmartcard(serviceId, number)),
    verifyMeter: (serviceId, number, type) => observed('verify', () => provider.verifyMeter(serviceId, number, type)),
    balance: () => observed('balance', () => provider.balance()),
  };
}

/** A send that is refused, also when that is still to be confirmed, or a requery that says so. */
function faultOf(answer: object): RejectionFault | null {
  const refusal = 'refusal' in answer ? answer.refusal : answer;
  return typeof refusal === 'object' && refusal !== null && 'fault' in refusal
    ? (refusal.fault as RejectionFault)
    : null;
}

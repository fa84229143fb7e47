import type { Clock } from '../shared/clock';
import type { Observer, ProviderOperation } from '../shared/observer.port';
import type { Lookup, Provider, ProviderLookups, RejectionFault, RequeryOutcome, SendOutcome } from './provider.port';

export function observedProvider<P extends Provider & ProviderLookups>(
  provider: P,
  { observer, clock }: { observer: Pick<Observer, 'providerCalled'>; clock: Clock },
): P {
  async function observed<T extends SendOutcome | RequeryOutcome | Lookup<unknown>>(
    operation: ProviderOperation,
    call: () => Promise<T>,
  ): Promise<T> {
    const startedMs = clock.monotonicMs();
    const answer = await call();
    observer.providerCalled({
      provider: provider.name,
      operation,
      outcome: answer.kind,
      fault: faultOf(answer),
      durationMs: clock.monotonicMs() - startedMs,
    });
    return answer;
  }
  const { verifyProfile } = provider;
  return {
    ...provider,
    send: (order, deadline) => observed('send', () => provider.send(order, deadline)),
    requery: (order) => observed('requery', () => provider.requery(order)),
    variations: (serviceId) => observed('variations', () => provider.variations(serviceId)),
    verifySmartcard: (serviceId, number) => observed('verify', () => provider.verifySmartcard(serviceId, number)),
    verifyMeter: (serviceId, number, type) => observed('verify', () => provider.verifyMeter(serviceId, number, type)),
    ...(verifyProfile && { verifyProfile: (...what) => observed('verify', () => verifyProfile(...what)) }),
    balance: () => observed('balance', () => provider.balance()),
  };
}

/** The fault of a rejection, including one that a requery must still confirm; otherwise null. */
function faultOf(answer: object): RejectionFault | null {
  const rejection = 'rejection' in answer ? answer.rejection : answer;
  return typeof rejection === 'object' && rejection !== null && 'fault' in rejection
    ? (rejection.fault as RejectionFault)
    : null;
}

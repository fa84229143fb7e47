import type { Lookup, Provider, ProviderLookups, SendOutcome } from '@topup/core/provider';
import type { Log, Observer } from '@topup/core/shared';
import CircuitBreaker from 'opossum';

export type BreakerOptions = {
  log: Log;
  observer: Pick<Observer, 'breakerTurned'>;
  /** How long an open breaker stops all calls; then one call tries. 0: no breaker. */
  resetMs: number;
  /** A breaker opens when half of at least so many calls within ten seconds have failed. Default 20. */
  volume?: number;
};

const OPEN = {
  kind: 'unsent',
  code: 'breaker_open',
  reason: 'the circuit breaker is open',
} as const satisfies SendOutcome;

/**
 * The same provider behind circuit breakers. While it cannot be reached, does not answer, or rejects our account, sends
 * are answered `unsent` and lookups `unavailable` at once: clients get the documented answer without waiting, and a
 * refund. Requeries always go through: they change nothing.
 *
 * There is one breaker for the whole provider (no connection, account rejected), one for each service (a disco that
 * hangs must not stop airtime), and one for lookups. A rejection because of our account opens the first one at once:
 * every other purchase would be rejected too.
 */
export function withBreaker(
  provider: Provider & ProviderLookups,
  { log, observer, resetMs, volume = 20 }: BreakerOptions,
): Provider & ProviderLookups {
  if (resetMs === 0) return provider;
  const named = <T>(name: string, failed: (outcome: T) => boolean, open: T) =>
    guard(name, failed, open, { log, observer, resetMs, volume });
  const whole = named<SendOutcome>('provider', isUnreachable, OPEN);
  const services = new Map<string, Guard<SendOutcome>>();
  const serviceOf = (serviceId: string) => {
    const known = services.get(serviceId) ?? named<SendOutcome>(serviceId, isSilent, OPEN);
    services.set(serviceId, known);
    return known;
  };
  const lookups = named<Lookup<unknown>>('lookups', ({ kind }) => kind === 'unavailable', {
    kind: 'unavailable',
    reason: OPEN.reason,
  });
  const looked = <T>(look: () => Promise<Lookup<T>>) => lookups.run(look) as Promise<Lookup<T>>;

  return {
    ...provider,
    async send(order, deadline) {
      const outcome = await whole.run(() => serviceOf(order.serviceId).run(() => provider.send(order, deadline)));
      if (outcome.kind === 'rejected' && outcome.fault === 'account') whole.open();
      return outcome;
    },
    variations: (serviceId) => looked(() => provider.variations(serviceId)),
    verifySmartcard: (serviceId, number) => looked(() => provider.verifySmartcard(serviceId, number)),
    verifyMeter: (serviceId, number, type) => looked(() => provider.verifyMeter(serviceId, number, type)),
    balance: () => looked(() => provider.balance()),
  };
}

/** No connection. An order that was unsent for reasons of our own says nothing about the provider. */
const isUnreachable = (outcome: SendOutcome): boolean =>
  (outcome.kind === 'unsent' && outcome.code === 'unreachable') ||
  (outcome.kind === 'rejected' && outcome.fault === 'account');

/** Nothing was learnt. A pending order, or a rejection to be confirmed, is an answer. */
const isSilent = (outcome: SendOutcome): boolean =>
  outcome.kind === 'unknown' && outcome.rejection === null && !outcome.orderSeen;

type Guard<T> = { run(work: () => Promise<T>): Promise<T>; open(): void };

/** Carries a failed outcome through the breaker, which takes only what is thrown for a failure. */
class Failed<T> extends Error {
  constructor(readonly outcome: T) {
    super('failed');
  }
}

function guard<T>(name: string, failed: (outcome: T) => boolean, open: T, options: Required<BreakerOptions>): Guard<T> {
  const { log, observer, resetMs, volume } = options;
  const breaker = new CircuitBreaker(
    async (work: () => Promise<T>) => {
      const outcome = await work();
      if (failed(outcome)) throw new Failed(outcome);
      return outcome;
    },
    {
      name,
      timeout: false, // the provider's calls have deadlines of their own
      errorThresholdPercentage: 50,
      rollingCountTimeout: 10_000,
      volumeThreshold: volume,
      resetTimeout: resetMs,
      // not read, and opossum would sort them at each failure and each second
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
    },
  );
  observer.breakerTurned(name, 'closed');
  breaker.on('open', () => {
    observer.breakerTurned(name, 'open');
    log.error('the provider is not used for a while: too much of it fails', {
      alert: 'provider_breaker',
      breaker: name,
      resetMs,
    });
  });
  breaker.on('halfOpen', () => observer.breakerTurned(name, 'half_open'));
  breaker.on('close', () => {
    observer.breakerTurned(name, 'closed');
    log.info('the provider is used again', { breaker: name });
  });
  return {
    run: (work) => breaker.fire(work).catch((error: unknown) => (error instanceof Failed ? error.outcome : open)),
    open: () => breaker.open(),
  };
}

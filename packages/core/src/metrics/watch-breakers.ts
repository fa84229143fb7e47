import { type BreakerStatus, type Breakers, breakerReasons, LOOKUPS, WHOLE_PROVIDER } from '../provider/breakers.port';
import type { Metrics } from './metrics.port';

const STATES: Record<BreakerStatus['state'], number> = { half_open: 1, open: 2 };

/** Series that exist from the start, for alerts that name them. Those of services exist while these are not closed. */
const CLOSED = [
  ...breakerReasons
    .filter((reason) => !['silent', 'failing', 'unknown_outcomes'].includes(reason))
    .map((reason) => ({ breaker: WHOLE_PROVIDER, reason })),
  { breaker: LOOKUPS, reason: 'silent' as const },
];

/** Declares the state of the breakers of this process, read at each scrape. No label names an account. */
export function watchBreakers(
  metrics: Metrics,
  breakers: Pick<Breakers, 'statuses'>,
  providers: readonly string[],
): void {
  const gauges = {
    provider_breaker_state: {
      help: 'Breakers of this process: 0 closed, 1 half open (the next call tries), 2 open.',
      labels: ['provider', 'breaker', 'reason'],
    },
    provider_breaker_accounts: {
      help: 'Accounts whose orders of a service, or lookups, this process stops because the provider did not respond.',
      labels: ['provider', 'breaker'],
    },
  };
  metrics.gauges('breakers', gauges, async () => {
    type Labels = Record<string, string>;
    const stateOf = (labels: Labels, value: number) => ({ name: 'provider_breaker_state' as const, labels, value });
    const accountsOf = (labels: Labels, value: number) => ({
      name: 'provider_breaker_accounts' as const,
      labels,
      value,
    });
    return [
      ...providers.flatMap((provider) => [
        ...CLOSED.map((labels) => stateOf({ provider, ...labels }, 0)),
        accountsOf({ provider, breaker: LOOKUPS }, 0),
      ]),
      ...breakers
        .statuses()
        .flatMap(({ provider, breaker, reason, state, accounts }) => [
          stateOf({ provider, breaker, reason }, STATES[state]),
          ...(accounts === null ? [] : [accountsOf({ provider, breaker }, accounts)]),
        ]),
    ];
  });
}

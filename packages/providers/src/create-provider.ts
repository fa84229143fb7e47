import { observedProvider, type Provider, type ProviderFacts, type ProviderLookups } from '@topup/core/provider';
import type { Clock, Log, Observer } from '@topup/core/shared';
import { type GuardedProvider, guardProvider } from './breaker/guard-provider';
import { createVtpass, VTPASS, type VtpassOptions } from './vtpass/vtpass.adapter';

/** How to reach the provider, as the settings name it. */
export type ProviderSettings = {
  VTPASS_BASE_URL: string;
  VTPASS_API_KEY: string;
  VTPASS_PUBLIC_KEY: string;
  VTPASS_SECRET_KEY: string;
};

/** The provider that this service buys from, for a command that asks it nothing. */
export const providerFacts: ProviderFacts = VTPASS;

/**
 * The provider that this service buys from, for a command that asks it something once.
 * @param onOddity called when the provider answers against its documentation; the fields hold no key, body or number
 */
export function createProvider(
  settings: ProviderSettings,
  onOddity: NonNullable<VtpassOptions['onOddity']>,
): Provider & ProviderLookups {
  return createVtpass({
    baseUrl: settings.VTPASS_BASE_URL,
    apiKey: settings.VTPASS_API_KEY,
    publicKey: settings.VTPASS_PUBLIC_KEY,
    secretKey: settings.VTPASS_SECRET_KEY,
    onOddity,
  });
}

type Observed = { log: Log; observer: Pick<Observer, 'providerCalled'>; clock: Clock };

/**
 * The provider for a process that keeps running: its calls are observed, and what it answers against its documentation
 * is an alert in the log.
 */
export function createObservedProvider(
  settings: ProviderSettings,
  { log, observer, clock }: Observed,
): Provider & ProviderLookups {
  const bare = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  return observedProvider(bare, { observer, clock });
}

/** The same behind breakers, for a process that sends. */
export function createGuardedProvider(
  settings: ProviderSettings & { PROVIDER_BREAKER_RESET_MS: number },
  deps: Observed,
): GuardedProvider {
  // observed inside: a lookup that a breaker stops has no answer of the provider to observe
  return guardProvider(createObservedProvider(settings, deps), {
    log: deps.log,
    clock: deps.clock,
    resetMs: settings.PROVIDER_BREAKER_RESET_MS,
  });
}

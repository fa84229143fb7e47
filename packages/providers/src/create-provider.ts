import { observedProvider, type Provider, type ProviderLookups } from '@topup/core/provider';
import type { Clock, Log, Observer } from '@topup/core/shared';
import { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
import { withBreaker } from './with-breaker';

/** How to reach the provider, as the settings name it. */
export type ProviderSettings = {
  VTPASS_BASE_URL: string;
  VTPASS_API_KEY: string;
  VTPASS_PUBLIC_KEY: string;
  VTPASS_SECRET_KEY: string;
};

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

/**
 * The provider for a process that keeps running: its calls are observed, it is behind circuit breakers, and what it
 * answers against its documentation is an alert in the log.
 */
export function createGuardedProvider(
  settings: ProviderSettings & { PROVIDER_BREAKER_RESET_MS: number },
  { log, observer, clock }: { log: Log; observer: Pick<Observer, 'providerCalled' | 'breakerTurned'>; clock: Clock },
): Provider & ProviderLookups {
  const bare = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  // observed inside the breaker: a call that the breaker stops has no answer of the provider to observe
  return withBreaker(observedProvider(bare, { observer, clock }), {
    log,
    observer,
    resetMs: settings.PROVIDER_BREAKER_RESET_MS,
  });
}

import {
  observedProvider,
  type Provider,
  type ProviderCatalogue,
  type ProviderLookups,
  type ProviderProfile,
  type ProviderStatements,
} from '@topup/core/provider';
import type { Clock, Log, Observer } from '@topup/core/shared';
import { combineBreakers } from './breaker/combine-breakers';
import { type GuardedProvider, guardProvider } from './breaker/guard-provider';
import { combineLookups } from './combine-lookups';
import { ACCOUNT_REJECTED } from './http/look-up';
import { createMonnify, MONNIFY } from './monnify/monnify.adapter';
import { createReloadly, RELOADLY } from './reloadly/reloadly.adapter';
import { createVtpass, VTPASS } from './vtpass/vtpass.adapter';

/** How to reach the providers, as the settings name it. What `PROVIDERS` does not name may be undefined. */
export type ProviderSettings = {
  PROVIDERS: readonly string[];
  VTPASS_BASE_URL: string | undefined;
  VTPASS_API_KEY: string | undefined;
  VTPASS_PUBLIC_KEY: string | undefined;
  VTPASS_SECRET_KEY: string | undefined;
  MONNIFY_BASE_URL: string | undefined;
  MONNIFY_API_KEY: string | undefined;
  MONNIFY_SECRET_KEY: string | undefined;
  MONNIFY_WALLET_ACCOUNT: string | undefined;
  RELOADLY_AUTH_URL: string | undefined;
  RELOADLY_TOPUPS_URL: string | undefined;
  RELOADLY_CLIENT_ID: string | undefined;
  RELOADLY_CLIENT_SECRET: string | undefined;
};

/** One provider of live accounts. Its list has codes of its own, and it has a statement, where these are there. */
export type LiveProvider = Provider & ProviderLookups & Partial<ProviderCatalogue & ProviderStatements>;

/** What an adapter reports of its provider, by its name. */
type Hooks = {
  /** It answers against its documentation; the fields hold no key, body or number. */
  onOddity(text: string, fields: Record<string, string>): void;
  /** It answered with another reference than ours. */
  onForeignReference?(provider: string): void;
};

/** How long a provider has for what is not a send. Each adapter has its own where they are absent. */
type Limits = { timeoutMs?: number; lookupTimeoutMs?: number };

/** What is known of each provider without asking it. */
const FACTS: Readonly<Record<string, ProviderProfile>> = { vtpass: VTPASS, monnify: MONNIFY, reloadly: RELOADLY };

const ADAPTERS: Readonly<Record<string, (settings: ProviderSettings, hooks: Hooks & Limits) => LiveProvider>> = {
  vtpass: (settings, { onForeignReference: _, ...own }) =>
    createVtpass({
      ...own,
      baseUrl: settings.VTPASS_BASE_URL ?? '',
      apiKey: settings.VTPASS_API_KEY ?? '',
      publicKey: settings.VTPASS_PUBLIC_KEY ?? '',
      secretKey: settings.VTPASS_SECRET_KEY ?? '',
    }),
  monnify: (settings, { onForeignReference, ...own }) =>
    createMonnify({
      ...own,
      baseUrl: settings.MONNIFY_BASE_URL ?? '',
      apiKey: settings.MONNIFY_API_KEY ?? '',
      secretKey: settings.MONNIFY_SECRET_KEY ?? '',
      walletAccount: settings.MONNIFY_WALLET_ACCOUNT ?? '',
      onForeignReference: () => onForeignReference?.(MONNIFY.name),
    }),
  reloadly: (settings, { onForeignReference: _, ...own }) =>
    createReloadly({
      ...own,
      authUrl: settings.RELOADLY_AUTH_URL ?? '',
      topupsUrl: settings.RELOADLY_TOPUPS_URL ?? '',
      clientId: settings.RELOADLY_CLIENT_ID ?? '',
      clientSecret: settings.RELOADLY_CLIENT_SECRET ?? '',
    }),
};

/** The provider of this name, for a command that asks it nothing; undefined when there is none. */
export const findProviderFacts = (name: string): ProviderProfile | undefined => FACTS[name];

/**
 * The providers that this service buys from, in the order of `PROVIDERS`, for a command that asks them something once.
 * @throws Error for a name without an adapter
 */
export function createProviders(settings: ProviderSettings, hooks: Hooks & Limits): LiveProvider[] {
  return settings.PROVIDERS.map((name) => {
    const adapter = ADAPTERS[name];
    if (adapter === undefined) throw new Error(`there is no adapter for the provider ${name}`);
    const onOddity: Hooks['onOddity'] = (text, fields) => hooks.onOddity(text, { provider: name, ...fields });
    return adapter(settings, { ...hooks, onOddity });
  });
}

type Observed = { log: Log; observer: Pick<Observer, 'providerCalled'>; clock: Clock };

/**
 * The same for a process that keeps running: their calls are observed, and what one answers against its documentation
 * is an alert in the log.
 */
export function createObservedProviders(
  settings: ProviderSettings,
  { log, observer, clock, onForeignReference }: Observed & Pick<Hooks, 'onForeignReference'>,
): LiveProvider[] {
  const onOddity: Hooks['onOddity'] = (text, fields) =>
    log.error(text, {
      ...(text === ACCOUNT_REJECTED ? { alert: 'provider_account' } : { alert: 'provider_oddity' }),
      ...fields,
    });
  return createProviders(settings, { onOddity, ...(onForeignReference && { onForeignReference }) }).map((bare) =>
    observedProvider(bare, { observer, clock }),
  );
}

/** All of them behind breakers, for a process that sends. The lookups are those of several as one. */
export type GuardedProviders = Pick<GuardedProvider, 'breakers' | 'lookupsOf'> & {
  providers: LiveProvider[];
  lookups: ProviderLookups;
};

/** `close`: closes a provider that lost our reference, for all processes. */
export function createGuardedProviders(
  settings: ProviderSettings & { PROVIDER_BREAKER_RESET_MS: number },
  deps: Observed & { close(provider: string): void },
): GuardedProviders {
  const onForeignReference = (name: string) => {
    guarded.find(({ bare }) => bare.name === name)?.distrust();
    deps.close(name);
  };
  // observed inside: a lookup that a breaker stops has no answer of the provider to observe
  const guarded = createObservedProviders(settings, { ...deps, onForeignReference }).map((bare) => ({
    bare,
    ...guardProvider(bare, { log: deps.log, clock: deps.clock, resetMs: settings.PROVIDER_BREAKER_RESET_MS }),
  }));
  const lookupsOf = (accountId: string) =>
    combineLookups(guarded.map((one) => ({ ...one.bare, ...one.lookupsOf(accountId) })));
  return {
    providers: guarded.map(({ bare, provider }) => ({ ...bare, ...provider })),
    lookups: combineLookups(guarded.map(({ bare, provider }) => ({ ...bare, ...provider }))),
    lookupsOf,
    breakers: combineBreakers(guarded.map(({ breakers }) => breakers)),
  };
}

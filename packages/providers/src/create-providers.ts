import { observedProvider, type ProviderLookups } from '@topup/core/provider';
import type { Clock, Log, Observer } from '@topup/core/shared';
import { combineBreakers } from './breaker/combine-breakers';
import { type GuardedProvider, guardProvider } from './breaker/guard-provider';
import { combineLookups } from './combine-lookups';
import { declarationOf, type ProviderSettings, profilesOf } from './declarations';
import type { AdapterOptions, LiveProvider } from './declare-provider';
import { ACCOUNT_REJECTED } from './http/look-up';

type Hooks = Omit<AdapterOptions, 'onForeignReference'> & {
  /** This provider answered with another reference than ours. */
  onForeignReference?(provider: string): void;
};

/**
 * The providers that this service buys from, in the order of `PROVIDERS`, for a command that asks them something once.
 * @throws Error for a name without an adapter, and for a setting that one needs and does not have
 */
export function createProviders(settings: ProviderSettings, hooks: Hooks): LiveProvider[] {
  return profilesOf(settings).map(({ name, sells }) => {
    const declaration = declarationOf(name);
    const given = Object.keys(declaration.settings).map((setting) => [setting, required(settings, setting)]);
    const provider = declaration.create(Object.fromEntries(given), {
      ...hooks,
      onOddity: (text, fields) => hooks.onOddity(text, { provider: name, ...fields }),
      onForeignReference: () => hooks.onForeignReference?.(name),
    });
    return { ...provider, sells };
  });
}

function required(settings: ProviderSettings, setting: string): unknown {
  if (settings[setting] === undefined) throw new Error(`${setting} is required`);
  return settings[setting];
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
  const onOddity: AdapterOptions['onOddity'] = (text, fields) =>
    log.error(text, {
      ...(text === ACCOUNT_REJECTED ? { alert: 'provider_account' } : { alert: 'provider_oddity' }),
      ...fields,
    });
  return createProviders(settings, { onOddity, ...(onForeignReference && { onForeignReference }) }).map((bare) =>
    observedProvider(bare, { observer, clock }),
  );
}

/** All of them behind breakers, for a process that sends. The lookups are those of several as one. */
export type GuardedProviders = Pick<GuardedProvider, 'breakers'> & {
  providers: LiveProvider[];
  lookups: Required<ProviderLookups>;
  lookupsOf(accountId: string): Required<ProviderLookups>;
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

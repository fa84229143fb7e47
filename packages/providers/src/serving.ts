import type { Mode, Provider, ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';

/** Who serves the purchases of live accounts, in the order of preference, and who those of test accounts. */
export type Registry = Readonly<Record<Mode, readonly Serving[]>>;

type Serving = Pick<Provider, 'name' | 'mode' | 'mintRef' | 'send' | 'requery'>;

/** All providers of a registry as one: each order goes to the one that its purchase names, and to no other. */
export type ServingProvider = Pick<Provider, 'mintRef' | 'send' | 'requery'> & {
  /** The names of the live ones, in the order of preference. */
  names: readonly string[];
};

const NOT_REGISTERED = 'its provider is not configured here';

/**
 * @throws Error when a provider is registered for a mode that it does not serve, two have the same name, or there is
 *   none for live accounts
 */
export function createServingProvider(registry: Registry): ServingProvider {
  const byName = new Map<string, Serving>();
  for (const [mode, providers] of Object.entries(registry))
    for (const provider of providers) {
      if (provider.mode !== mode)
        throw new Error(
          `provider ${provider.name} serves ${provider.mode} accounts and is registered for ${mode} ones`,
        );
      if (byName.has(provider.name)) throw new Error(`two providers are called ${provider.name}`);
      byName.set(provider.name, provider);
    }
  const [first] = registry.live;
  if (first === undefined) throw new Error('no provider is registered for live accounts');
  const serving = ({ provider }: ProviderOrder): Serving | undefined => byName.get(provider);
  const unsent: SendOutcome = { kind: 'unsent', code: 'incomplete', reason: NOT_REGISTERED };
  const unanswered: RequeryOutcome = { kind: 'unanswered', reason: NOT_REGISTERED };
  return {
    names: registry.live.map(({ name }) => name),
    // one form for all of them
    mintRef: first.mintRef,
    send: async (order, deadline) => serving(order)?.send(order, deadline) ?? unsent,
    requery: async (order) => serving(order)?.requery(order) ?? unanswered,
  };
}

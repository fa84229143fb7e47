import type { Mode, Provider, ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';

/** Who serves the purchases of live accounts, and who those of test accounts. */
export type Registry = Readonly<Record<Mode, Serving>>;

type Serving = Pick<Provider, 'name' | 'mode' | 'mintRef' | 'send' | 'requery'>;

const NOT_REGISTERED = 'its provider is not configured here';

/**
 * One provider in place of those of a registry: each order goes to the one that its purchase names, and to no other.
 * @throws Error when a provider is registered for a mode that it does not serve, or two have the same name
 */
export function createServingProvider(registry: Registry): Serving {
  const byName = new Map<string, Serving>();
  for (const [mode, provider] of Object.entries(registry)) {
    if (provider.mode !== mode)
      throw new Error(`provider ${provider.name} serves ${provider.mode} accounts and is registered for ${mode} ones`);
    if (byName.has(provider.name)) throw new Error(`two providers are called ${provider.name}`);
    byName.set(provider.name, provider);
  }
  const serving = ({ provider }: ProviderOrder): Serving | undefined => byName.get(provider);
  const unsent: SendOutcome = { kind: 'unsent', code: 'incomplete', reason: NOT_REGISTERED };
  const unanswered: RequeryOutcome = { kind: 'unanswered', reason: NOT_REGISTERED };
  return {
    name: registry.live.name,
    mode: 'live',
    mintRef: registry.live.mintRef,
    send: async (order, deadline) => serving(order)?.send(order, deadline) ?? unsent,
    requery: async (order) => serving(order)?.requery(order) ?? unanswered,
  };
}

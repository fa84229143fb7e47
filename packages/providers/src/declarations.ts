import { isSold } from '@topup/core/product';
import type { DeclaredProfile } from '@topup/core/provider';
import type { ProviderDeclaration } from './declare-provider';
import { monnify } from './monnify/declaration';
import { reloadly } from './reloadly/declaration';
import { vtpass } from './vtpass/declaration';

export { addressesOf, type ProviderDeclaration } from './declare-provider';

/** Every provider that there is an adapter for. */
export const declarations: ProviderDeclaration[] = [vtpass, monnify, reloadly];

/** @throws Error for a name without an adapter */
export function declarationOf(name: string): ProviderDeclaration {
  const found = declarations.find(({ profile }) => profile.name === name);
  if (found === undefined) throw new Error(`there is no adapter for the provider ${name}`);
  return found;
}

/**
 * How to reach the providers, as their declarations name it, and whether a product is sold. What `PROVIDERS` does not
 * name may be undefined.
 */
export type ProviderSettings = { readonly [setting: string]: unknown } & { PROVIDERS: readonly string[] };

/**
 * Their facts that need no request, in the order of `PROVIDERS`, with what these settings let them sell.
 * @throws Error for a name without an adapter
 */
export const profilesOf = (settings: ProviderSettings): DeclaredProfile[] =>
  settings.PROVIDERS.map((name) => {
    const { profile } = declarationOf(name);
    return { ...profile, sells: profile.sells.filter((product) => isSold(product, settings)) };
  });

/** A provider as it writes its own name. The name itself of one that has no adapter, or no longer. */
export const providerLabel = (name: string): string =>
  declarations.find(({ profile }) => profile.name === name)?.label ?? name;

import { addressesOf, declarations, type ProviderDeclaration } from '@topup/providers/declarations';
import { listOf, type Setting, withDefault, withRule } from '@topup/runtime/settings';

/** The providers that there is an adapter for. */
export const providerNames: readonly string[] = declarations.map(({ profile }) => profile.name);

/** The names of the settings that say where each provider is. */
export const providerAddresses = byName(addressesOf);

/** How each provider is reached in the sandbox at this URL, as settings with the keys that everybody can read. */
export const lookAlikesAt = (sandbox: string) => byName(({ lookAlike }) => lookAlike(sandbox));

function byName<T>(of: (declaration: ProviderDeclaration) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(declarations.map((declaration) => [declaration.profile.name, of(declaration)]));
}

/** Its settings, without which no process starts while `PROVIDERS` names it. */
function settingsOf({ profile, settings, lookAlike }: ProviderDeclaration): [string, Setting<unknown>][] {
  const published = lookAlike('');
  return Object.entries(settings).map(([name, setting]) => {
    const own = setting.confidential ? { ...setting, published: published[name] } : setting;
    const needed = withRule(own, (parsed) => {
      const { PROVIDERS: used } = parsed;
      const isUsed = Array.isArray(used) && used.includes(profile.name);
      return isUsed && name in parsed && parsed[name] === undefined ? [`${name} is required`] : [];
    });
    return [name, needed];
  });
}

/** How to reach the providers, and as whom. */
export const provider = {
  PROVIDERS: withDefault(
    listOf(providerNames),
    'vtpass',
    `Who purchases are bought from, in the order of preference: ${providerNames.join(', ')}, separated by commas. npm start without it runs all of them against the sandbox.`,
  ),
  ...Object.fromEntries(declarations.flatMap(settingsOf)),
};

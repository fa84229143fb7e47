import { addressesOf, declarations, type ProviderDeclaration } from '@topup/providers/declarations';
import { atLevel, listOf, oneOf, type Setting, withDefault, withRule } from '@topup/runtime/settings';

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
  const isUsual = profile.name === USUAL;
  return Object.entries(settings).map(([name, setting]) => {
    const text = isUsual ? setting.text : `${setting.text} Required if \`PROVIDERS\` names ${profile.name}.`;
    const level = isUsual ? 'required' : setting.level;
    const own = { ...setting, text, level, ...(setting.confidential && { published: published[name] }) };
    const needed = withRule(own, (parsed) => {
      const { PROVIDERS: used } = parsed;
      const isUsed = Array.isArray(used) && used.includes(profile.name);
      return isUsed && name in parsed && parsed[name] === undefined ? [`${name} is required`] : [];
    });
    return [name, needed];
  });
}

/** The provider of an installation that names none. */
const USUAL = 'vtpass';

/** How to reach the providers, and as whom. */
export const provider = {
  ...atLevel('production', {
    PROVIDERS: withDefault(
      listOf(providerNames),
      USUAL,
      `The providers that you buy from, in order of preference, separated by commas: ${providerNames.join(', ')}. Without it, \`npm start\` plays all of them in the sandbox.`,
    ),
    EXAM_PINS: withDefault(
      oneOf('on', 'off'),
      'off',
      'Whether you sell exam PINs of WAEC and JAMB. With `off` the paths under `/v1/exams` return 404.',
    ),
  }),
  ...Object.fromEntries(declarations.flatMap(settingsOf)),
};

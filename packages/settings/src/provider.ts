import { dearerOptions } from '@topup/core/routing';
import {
  baseUrl,
  confidential,
  listOf,
  oneOf,
  optional,
  type Setting,
  text,
  url,
  type Values,
  withDefault,
  withRisk,
  withRule,
} from '@topup/runtime/settings';

/** The providers that there is an adapter for. */
export const providerNames = ['vtpass', 'monnify', 'reloadly'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The same setting, without which no process starts while `PROVIDERS` names the provider. */
const neededBy = <T>(name: ProviderName, setting: string, declared: Setting<T>): Setting<T> =>
  withRule(declared, (parsed) => {
    const { PROVIDERS: used } = parsed;
    const isUsed = Array.isArray(used) && used.includes(name);
    return isUsed && setting in parsed && parsed[setting] === undefined ? [`${setting} is required`] : [];
  });

/**
 * A base URL. At the provider's own `domain` only https with its `path` is taken: anything else sells nothing there.
 */
const addressOf = (
  domain: string,
  path: RegExp,
  text: string,
  address: ReturnType<typeof baseUrl> = url('https', 'http'),
): Setting<string | undefined> =>
  withRisk(
    optional(
      address.custom((given: string) => requireOwnForm(given, domain, path)),
      text,
    ),
    (given) =>
      given !== undefined && isUnencrypted(given) ? 'is http: keys and orders can be read on the way' : undefined,
  );

function requireOwnForm(given: string, domain: string, path: RegExp): string {
  const { protocol, hostname, pathname } = new URL(given);
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) return given;
  if (protocol !== 'https:') throw new Error(`must be https at ${domain}`);
  if (!path.test(pathname)) throw new Error(`has another path at ${domain}: see .env.example`);
  return given;
}

/** Not on the way to this machine, which has none. */
const isUnencrypted = (given: string): boolean =>
  /^http:/i.test(given) && !/^http:\/\/(127\.|localhost[:/]|\[::1\])/i.test(given);

const NO_PATH = /^\/?$/;

/** How to reach the providers, and as whom. */
export const provider = {
  PROVIDERS: withDefault(
    listOf(providerNames),
    'vtpass',
    'Who purchases are bought from, in the order of preference: vtpass, monnify, reloadly, separated by commas. npm start without it runs all three against the sandbox.',
  ),
  ROUTING_DEARER: withDefault(
    oneOf(...dearerOptions),
    'refuse',
    'What happens to an order that another provider would serve above its price. refuse: it does not go there. absorb: it goes there and we bear the difference, up to the daily loss cap, which parallel orders can exceed without bound.',
  ),
  VTPASS_BASE_URL: neededBy(
    'vtpass',
    'VTPASS_BASE_URL',
    addressOf(
      'vtpass.com',
      /^\/api\/?$/,
      'VTpass, with its /api: https://vtpass.com/api or https://sandbox.vtpass.com/api. When a base URL is set, npm start plays no look-alike of that provider.',
    ),
  ),
  VTPASS_API_KEY: confidential(
    neededBy('vtpass', 'VTPASS_API_KEY', optional(text(), 'The static key of the VTpass account.')),
  ),
  VTPASS_PUBLIC_KEY: confidential(
    neededBy('vtpass', 'VTPASS_PUBLIC_KEY', optional(text(), 'The public key of the VTpass account (PK_…).')),
  ),
  VTPASS_SECRET_KEY: confidential(
    neededBy('vtpass', 'VTPASS_SECRET_KEY', optional(text(), 'The secret key of the VTpass account (SK_…).')),
  ),
  MONNIFY_BASE_URL: neededBy(
    'monnify',
    'MONNIFY_BASE_URL',
    addressOf('monnify.com', NO_PATH, 'Monnify: https://api.monnify.com or https://sandbox.monnify.com.'),
  ),
  MONNIFY_API_KEY: confidential(
    neededBy('monnify', 'MONNIFY_API_KEY', optional(text(), 'The API key of the Monnify account (MK_…).')),
  ),
  MONNIFY_SECRET_KEY: confidential(
    neededBy('monnify', 'MONNIFY_SECRET_KEY', optional(text(), 'The secret key of the Monnify account.')),
  ),
  MONNIFY_WALLET_ACCOUNT: neededBy(
    'monnify',
    'MONNIFY_WALLET_ACCOUNT',
    optional(text(), 'The number of the Monnify wallet that bills are paid from, for its balance and its statement.'),
  ),
  RELOADLY_AUTH_URL: neededBy(
    'reloadly',
    'RELOADLY_AUTH_URL',
    addressOf('reloadly.com', NO_PATH, 'Where Reloadly gives tokens: https://auth.reloadly.com.'),
  ),
  RELOADLY_TOPUPS_URL: neededBy(
    'reloadly',
    'RELOADLY_TOPUPS_URL',
    addressOf(
      'reloadly.com',
      NO_PATH,
      'Reloadly top-ups: https://topups.reloadly.com or https://topups-sandbox.reloadly.com.',
      // the token is asked for these letters: a slash at the end would be another audience
      baseUrl(),
    ),
  ),
  RELOADLY_CLIENT_ID: neededBy(
    'reloadly',
    'RELOADLY_CLIENT_ID',
    optional(text(), 'The client id of the Reloadly account.'),
  ),
  RELOADLY_CLIENT_SECRET: confidential(
    neededBy('reloadly', 'RELOADLY_CLIENT_SECRET', optional(text(), 'The client secret of the Reloadly account.')),
  ),
};

/** The values of these settings. */
export type ProviderSettings = Values<typeof provider>;

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
    'What happens to an order that another provider would serve above its price. refuse: it does not go there. absorb: it goes there and we bear the difference, up to the daily loss cap.',
  ),
  VTPASS_BASE_URL: neededBy(
    'vtpass',
    'VTPASS_BASE_URL',
    optional(
      url('https', 'http'),
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
    optional(url('https', 'http'), 'Monnify: https://api.monnify.com or https://sandbox.monnify.com.'),
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
    optional(url('https', 'http'), 'Where Reloadly gives tokens: https://auth.reloadly.com.'),
  ),
  RELOADLY_TOPUPS_URL: neededBy(
    'reloadly',
    'RELOADLY_TOPUPS_URL',
    optional(
      // the token is asked for these letters: a slash at the end would be another audience
      baseUrl(),
      'Reloadly top-ups: https://topups.reloadly.com or https://topups-sandbox.reloadly.com.',
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

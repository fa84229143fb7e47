import { confidential, optional, text } from '@topup/runtime/settings';
import { addressSetting, NO_PATH } from '../address-setting';
import { declareProvider } from '../declare-provider';
import { RELOADLY } from './profile';

export const reloadly = declareProvider({
  profile: RELOADLY,
  label: 'Reloadly',
  settings: {
    RELOADLY_AUTH_URL: addressSetting(
      { domain: 'reloadly.com', path: NO_PATH },
      'Where Reloadly issues access tokens: `https://auth.reloadly.com`.',
    ),
    // the token is asked for these letters: a slash at the end would be another audience
    RELOADLY_TOPUPS_URL: addressSetting(
      { domain: 'reloadly.com', path: NO_PATH, isAudience: true },
      'Where Reloadly is: `https://topups.reloadly.com` or `https://topups-sandbox.reloadly.com`.',
    ),
    RELOADLY_CLIENT_ID: optional(text(), 'The client id of the Reloadly account.'),
    RELOADLY_CLIENT_SECRET: confidential(optional(text(), 'The client secret of the Reloadly account.')),
  },
  create(settings, options) {
    const { createReloadly } = require('./reloadly.adapter') as typeof import('./reloadly.adapter');
    return createReloadly({
      ...options,
      authUrl: settings.RELOADLY_AUTH_URL,
      topupsUrl: settings.RELOADLY_TOPUPS_URL,
      clientId: settings.RELOADLY_CLIENT_ID,
      clientSecret: settings.RELOADLY_CLIENT_SECRET,
    });
  },
  lookAlike: (sandbox) => ({
    RELOADLY_AUTH_URL: `${sandbox}/reloadly`,
    RELOADLY_TOPUPS_URL: `${sandbox}/reloadly`,
    RELOADLY_CLIENT_ID: 'sandbox-client-id',
    RELOADLY_CLIENT_SECRET: 'sandbox-client-secret',
  }),
  facts: {
    order: 'the id of an operator, and for data the amount',
    reference: '`customIdentifier`',
    deliveredBy: '2xx, SUCCESSFUL, our reference',
    refusedBy: 'listed codes under their own HTTP status',
    notFoundBy: 'the whole list of our reference, empty',
    settles: 'ten minutes, our choice',
    closedWhen: '–',
    statement: 'the list of top-ups',
  },
});

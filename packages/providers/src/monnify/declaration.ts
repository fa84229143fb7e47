import { confidential, optional, text } from '@topup/runtime/settings';
import { addressSetting, NO_PATH } from '../address-setting';
import { declareProvider } from '../declare-provider';
import { MONNIFY } from './profile';

export const monnify = declareProvider({
  profile: MONNIFY,
  label: 'Monnify',
  settings: {
    MONNIFY_BASE_URL: addressSetting(
      { domain: 'monnify.com', path: NO_PATH },
      'Where Monnify is: `https://api.monnify.com` or `https://sandbox.monnify.com`.',
    ),
    MONNIFY_API_KEY: confidential(optional(text(), 'The API key of the Monnify account (MK_…).')),
    MONNIFY_SECRET_KEY: confidential(optional(text(), 'The secret key of the Monnify account.')),
    MONNIFY_WALLET_ACCOUNT: optional(text(), 'The number of the Monnify wallet that pays for orders.'),
  },
  create(settings, options) {
    const { createMonnify } = require('./monnify.adapter') as typeof import('./monnify.adapter');
    return createMonnify({
      ...options,
      baseUrl: settings.MONNIFY_BASE_URL,
      apiKey: settings.MONNIFY_API_KEY,
      secretKey: settings.MONNIFY_SECRET_KEY,
      walletAccount: settings.MONNIFY_WALLET_ACCOUNT,
    });
  },
  lookAlike: (sandbox) => ({
    MONNIFY_BASE_URL: `${sandbox}/monnify`,
    MONNIFY_API_KEY: 'MK_TEST_SANDBOX',
    MONNIFY_SECRET_KEY: 'sandbox-monnify-secret',
    MONNIFY_WALLET_ACCOUNT: '9000000001',
  }),
  facts: {
    order: 'a product code',
    reference: '`reference`',
    deliveredBy: '`requestSuccessful`, code 0, `vendStatus` SUCCESS, our reference',
    refusedBy: '401 and 403; the exact words of a validation about our number. Every error is code 99',
    notFoundBy: '"Transaction not found for reference: …", with ours',
    settles: 'ten minutes, our choice',
    closedWhen: 'an answer has another reference than ours',
    statement: 'of the wallet',
  },
});

import { confidential, optional, text } from '@topup/runtime/settings';
import { addressSetting } from '../address-setting';
import { declareProvider } from '../declare-provider';
import { VTPASS } from './profile';

export const vtpass = declareProvider({
  profile: VTPASS,
  label: 'VTpass',
  settings: {
    VTPASS_BASE_URL: addressSetting(
      { domain: 'vtpass.com', path: /^\/api\/?$/ },
      'Where VTpass is: `https://vtpass.com/api` or `https://sandbox.vtpass.com/api`.',
    ),
    VTPASS_API_KEY: confidential(optional(text(), 'The static key of the VTpass account.')),
    VTPASS_PUBLIC_KEY: confidential(optional(text(), 'The public key of the VTpass account (PK_…).')),
    VTPASS_SECRET_KEY: confidential(optional(text(), 'The secret key of the VTpass account (SK_…).')),
  },
  create(settings, options) {
    const { createVtpass } = require('./vtpass.adapter') as typeof import('./vtpass.adapter');
    return createVtpass({
      ...options,
      baseUrl: settings.VTPASS_BASE_URL,
      apiKey: settings.VTPASS_API_KEY,
      publicKey: settings.VTPASS_PUBLIC_KEY,
      secretKey: settings.VTPASS_SECRET_KEY,
    });
  },
  lookAlike: (sandbox) => ({
    VTPASS_BASE_URL: `${sandbox}/api`,
    VTPASS_API_KEY: 'sandbox-api-key',
    VTPASS_PUBLIC_KEY: 'PK_sandbox',
    VTPASS_SECRET_KEY: 'SK_sandbox',
  }),
  facts: {
    order: 'a service and a code, the same as ours',
    reference: '`request_id`, begins with the time in Lagos',
    deliveredBy: 'code 000, status `delivered`',
    refusedBy: 'listed codes',
    notFoundBy: 'code 015',
    settles: 'forever: not known',
    closedWhen: '–',
    statement: '–',
  },
});

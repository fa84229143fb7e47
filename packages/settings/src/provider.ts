import { confidential, required, text, url } from '@topup/runtime/settings';

/** How to reach the provider, and as whom. */
export const provider = {
  VTPASS_BASE_URL: required(
    url('https', 'http'),
    'The provider, with its /api: https://vtpass.com/api or https://sandbox.vtpass.com/api. When it is set, npm start starts no sandbox.',
  ),
  VTPASS_API_KEY: confidential(required(text(), 'The static key of the VTpass account.')),
  VTPASS_PUBLIC_KEY: confidential(required(text(), 'The public key of the VTpass account (PK_…).')),
  VTPASS_SECRET_KEY: confidential(required(text(), 'The secret key of the VTpass account (SK_…).')),
};

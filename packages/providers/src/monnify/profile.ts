import type { ProviderProfile } from '@topup/core/provider';

/** What is known of Monnify without asking it. Its data plans have the services that ours have. */
export const MONNIFY: ProviderProfile = {
  name: 'monnify',
  dataServices: [
    { serviceId: 'mtn-data', network: 'MTN' },
    { serviceId: 'glo-data', network: 'GLO' },
    { serviceId: 'airtel-data', network: 'AIRTEL' },
    { serviceId: 'etisalat-data', network: '9MOBILE' },
  ],
  ownWords: false,
};

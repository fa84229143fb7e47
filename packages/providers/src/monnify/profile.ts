import type { DeclaredProfile } from '@topup/core/provider';

/** The facts about Monnify that need no request. Its data plans have the services that ours have. */
export const MONNIFY: DeclaredProfile = {
  name: 'monnify',
  sells: ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'],
  dataServices: [
    { serviceId: 'mtn-data', network: 'MTN' },
    { serviceId: 'glo-data', network: 'GLO' },
    { serviceId: 'airtel-data', network: 'AIRTEL' },
    { serviceId: 'etisalat-data', network: '9MOBILE' },
  ],
  ownWords: false,
};

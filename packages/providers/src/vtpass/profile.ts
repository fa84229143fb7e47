import type { DeclaredProfile } from '@topup/core/provider';

/** The facts about VTpass that need no request. */
export const VTPASS: DeclaredProfile = {
  name: 'vtpass',
  sells: ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY', 'EXAM_PIN'],
  dataServices: [
    { serviceId: 'mtn-data', network: 'MTN' },
    { serviceId: 'glo-data', network: 'GLO' },
    { serviceId: 'glo-sme-data', network: 'GLO' },
    { serviceId: 'airtel-data', network: 'AIRTEL' },
    { serviceId: 'etisalat-data', network: '9MOBILE' },
  ],
  ownWords: true,
};

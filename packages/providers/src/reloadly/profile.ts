import type { ProviderProfile } from '@topup/core/provider';

/** What is known of Reloadly without asking it. Its catalogue is products(), so no list of plans is read by service. */
export const RELOADLY: ProviderProfile = {
  name: 'reloadly',
  sells: ['AIRTIME', 'DATA'],
  dataServices: [],
  ownWords: false,
};

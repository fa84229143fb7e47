import type { ProviderProfile } from '@topup/core/provider';

/** The facts about Reloadly that need no request. Its catalogue is products(): no list of plans is read by service. */
export const RELOADLY: ProviderProfile = {
  name: 'reloadly',
  sells: ['AIRTIME', 'DATA'],
  dataServices: [],
  ownWords: false,
};

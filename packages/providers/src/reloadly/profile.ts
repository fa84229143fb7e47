import type { DeclaredProfile } from '@topup/core/provider';

/** The facts about Reloadly that need no request. Its catalogue is products(): no list of plans is read by service. */
export const RELOADLY: DeclaredProfile = {
  name: 'reloadly',
  sells: ['AIRTIME', 'DATA'],
  dataServices: [],
  ownWords: false,
};

import { type Db, systemClock } from '@topup/core';
import type { Log } from '@topup/runtime';
import type { Deps } from './deps';
import type { DashboardSettings } from './settings';

type Resources = { settings: DashboardSettings; db: Db; log: Log };

/** Puts the process together from what was opened for it. */
export function wire({ db, log }: Resources): Deps {
  return { db, clock: systemClock, log, findSignedIn: async () => null };
}

import { type Db, systemClock } from '@topup/core';
import type { Log } from '@topup/runtime';
import { createAuth } from './access/auth';
import type { AuthDeps } from './access/auth-routes';
import { createMailer } from './access/mailer';
import type { DashboardSettings } from './settings';

type Resources = { settings: DashboardSettings; db: Db; log: Log };

/** Puts the process together from what was opened for it. */
export async function wire({ settings, db, log }: Resources): Promise<AuthDeps> {
  const site = { url: settings.DASHBOARD_URL, apiUrl: settings.API_URL };
  const auth = await createAuth({ db, log, url: site.url, secret: settings.DASHBOARD_SECRET });
  return { db, clock: systemClock, log, auth, findSignedIn: auth.findSignedIn, mailer: createMailer(settings), site };
}

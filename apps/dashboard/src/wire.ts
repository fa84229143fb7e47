import { createPackageList, type Db, jobCatalog, systemClock } from '@topup/core';
import { createProvider } from '@topup/providers';
import { type Log, openQueue } from '@topup/runtime';
import { createAuth } from './access/auth';
import type { AuthDeps } from './access/auth-routes';
import { createMailer } from './access/mailer';
import { createPasswords } from './access/passwords';
import type { DashboardSettings } from './settings';

type Resources = { settings: DashboardSettings; db: Db; log: Log };

/** Puts the process together from what was opened for it. `close` ends what was opened here. */
export async function wire({ settings, db, log }: Resources): Promise<{ deps: AuthDeps; close(): Promise<void> }> {
  const clock = systemClock;
  const site = { url: settings.DASHBOARD_URL, apiUrl: settings.API_URL };
  const passwords = createPasswords();
  const auth = await createAuth({ db, log, passwords, url: site.url, secret: settings.DASHBOARD_SECRET });
  const mailer = createMailer(settings);
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  const webhooks = await openQueue(store, jobCatalog.webhooks.queue, jobCatalog.webhooks.retention, log);
  const provider = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  const deps: AuthDeps = {
    db,
    clock,
    log,
    auth,
    passwords,
    findSignedIn: auth.findSignedIn,
    mailer,
    site,
    packageList: createPackageList({ lookups: provider, clock }),
    bounds: { airtime: settings.AIRTIME_BOUNDS, electricity: settings.ELECTRICITY_BOUNDS },
    masterKey: settings.KEY_ENCRYPTION_SECRET,
    allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    wakeForEvent: webhooks.wake,
  };
  return {
    deps,
    close: async () => {
      mailer?.close();
      await webhooks.close();
    },
  };
}

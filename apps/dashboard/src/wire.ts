import { createPackageList } from '@topup/core/catalogue';
import { observedProvider } from '@topup/core/provider';
import { type Db, systemClock } from '@topup/core/shared';
import { createProvider, withBreaker } from '@topup/providers';
import { createMetrics, createObserver, type Log, type QueueProducer } from '@topup/runtime';
import { createAuth } from './auth/auth.adapter';
import type { AuthDeps } from './auth/auth.routes';
import { createMailer } from './auth/mailer';
import { createPasswords } from './auth/passwords';
import { type Operators, wireOperators } from './operator/wire-operators';
import type { DashboardSettings } from './settings';

type Resources = {
  settings: DashboardSettings;
  db: Db;
  log: Log;
  queues: { webhooks: QueueProducer; notifications: QueueProducer };
};

/** Puts the process together from what was opened for it. What is returned beside `deps` is for the app and for the way out. */
export async function wire({
  settings,
  db,
  log,
  queues,
}: Resources): Promise<{ deps: AuthDeps; operators: Operators }> {
  const site = { url: settings.DASHBOARD_URL, apiUrl: settings.API_URL };
  const passwords = createPasswords();
  const clock = systemClock;
  const auth = await createAuth({ db, clock, log, passwords, url: site.url, secret: settings.DASHBOARD_SECRET });
  const observer = createObserver(createMetrics('dashboard'));
  const bare = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  // observed inside the breaker: what never went out is no answer of the provider's
  const provider = withBreaker(observedProvider(bare, { observer, clock }), {
    log,
    observer,
    resetMs: settings.PROVIDER_BREAKER_RESET_MS,
  });
  const enqueueEvent = queues.webhooks.enqueue;
  const operators = wireOperators({
    settings,
    db,
    log,
    provider,
    observer,
    store: { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL },
    enqueueEvent,
    enqueueNotification: queues.notifications.enqueue,
  });
  const deps: AuthDeps = {
    db,
    clock,
    log,
    auth,
    passwords,
    findSignedIn: auth.findSignedIn,
    mailer: createMailer(settings),
    site,
    packageList: createPackageList({ lookups: provider, clock }),
    bounds: { airtime: settings.AIRTIME_BOUNDS, electricity: settings.ELECTRICITY_BOUNDS },
    masterKey: settings.KEY_ENCRYPTION_SECRET,
    allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    enqueueEvent,
    operator: operators.deps,
  };
  return { deps, operators };
}

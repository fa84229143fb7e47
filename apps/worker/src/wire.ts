import { hostname } from 'node:os';
import { setDailyLossCap } from '@topup/core/catalogue';
import { createObserver, watchBreakers } from '@topup/core/metrics';
import { watchSwitches } from '@topup/core/provider';
import {
  createClaimer,
  createRequeryScheduler,
  createSendScheduler,
  createSettler,
  createWaitingRoom,
} from '@topup/core/purchase';
import { createSemaphore, createSharesByName, type Db, systemClock } from '@topup/core/shared';
import { createWebhookScheduler } from '@topup/core/webhook';
import { createGuardedProvider, createServingProvider, createSimulator } from '@topup/providers';
import { createMailer, type Log, type Metrics } from '@topup/runtime';
import { requeryRules } from '@topup/settings';
import { createSmsSender } from './adapters/sms-sender';
import { createWebhookPoster } from './adapters/webhook-poster';
import type { Deps } from './deps';
import { createSweepMetrics, watchBacklog } from './metrics';
import type { Queues } from './queues';
import type { WorkerSettings } from './settings';
import { startCatalogueSync } from './watch/start-catalogue-sync';
import { watchAccounts } from './watch/watch-accounts';
import { watchFloat } from './watch/watch-float';
import { watchMargin } from './watch/watch-margin';

/** One host gets at most a sixteenth of the deliveries: 32 of 512. */
const HOST_SHARE = 16;
const SMS_AT_ONCE = 64;
const MAILS_AT_ONCE = 8;

type Resources = {
  settings: WorkerSettings;
  databases: { db: Db; moneyDb: Db };
  queues: Queues;
  log: Log;
  metrics: Metrics;
};

/**
 * Puts the process together from what was opened for it. `ready`: what operators have closed by hand is known, and the
 * database knows the daily loss cap.
 * `stopWatching` ends what is read at intervals.
 */
export function wire({ settings, databases, queues, log, metrics }: Resources): {
  deps: Deps;
  catalogueSync: { stop(): Promise<void> };
  ready: Promise<void>;
  stopWatching: () => Promise<void>;
} {
  const { db, moneyDb } = databases;
  const clock = systemClock;
  const observer = createObserver(metrics);
  const { provider: live, breakers } = createGuardedProvider(settings, { log, observer, clock });
  const provider = createServingProvider({ live, test: createSimulator({ db }) });
  watchBreakers(metrics, breakers);
  const delivering = {
    db,
    clock,
    log,
    observer,
    poster: createWebhookPoster({
      timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
      allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
      clock,
    }),
    masterKeys: { current: settings.KEY_ENCRYPTION_SECRET, previous: settings.KEY_ENCRYPTION_SECRET_PREVIOUS },
    maxDeliveries: settings.WORKER_CONCURRENCY,
    maxPerHost: Math.ceil(settings.WORKER_CONCURRENCY / HOST_SHARE),
  };
  const webhooks = createWebhookScheduler(delivering);
  const serves = settings.WORKER_QUEUES.includes('webhooks');
  const { enqueue: enqueueElsewhere } = queues.webhooks;
  const sending = {
    db,
    clock,
    log,
    observer,
    provider,
    claimer: createClaimer({
      db: moneyDb,
      log,
      leaseMs: settings.LEASE_MS,
      startDeadlineMs: settings.START_DEADLINE_MS,
    }),
    settler: createSettler(moneyDb),
    // other workers hear only of what this one does not deliver
    enqueueEvent: serves
      ? (id: string, requestId?: string) =>
          void webhooks.deliver(id, requestId).catch(() => enqueueElsewhere(id, requestId))
      : enqueueElsewhere,
    reserveDelivery: serves ? webhooks.reserve : undefined,
    enqueueNotification: queues.notifications.enqueue,
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    settleWithinMs: settings.LEASE_MS,
    rules: requeryRules(settings),
    waitingRoom: createWaitingRoom({ db, gate: breakers, clock, patienceMs: settings.PROVIDER_PATIENCE_MS }),
    maxSends: settings.WORKER_CONCURRENCY,
    serviceShares: createSharesByName(settings.PROVIDER_SERVICE_CONCURRENCY),
  };
  const deps: Deps = {
    ...delivering,
    ...sending,
    sends: createSendScheduler(sending),
    requeries: createRequeryScheduler(sending, Math.ceil(settings.WORKER_CONCURRENCY / 2)),
    webhooks,
    metrics: createSweepMetrics(metrics),
    sms: createSmsSender(settings, log),
    notificationSemaphore: createSemaphore(SMS_AT_ONCE),
    mailer: createMailer(settings),
    mailSemaphore: createSemaphore(MAILS_AT_ONCE),
    settings: {
      queues: settings.WORKER_QUEUES,
      sweepIntervalMs: settings.SWEEP_INTERVAL_MS,
      startDeadlineMs: settings.START_DEADLINE_MS,
      leaseMs: settings.LEASE_MS,
    },
  };

  watchBacklog(metrics, db);
  const alertKobo = BigInt(settings.PROVIDER_FLOAT_ALERT_NAIRA) * 100n;
  const dailyLossCapKobo = BigInt(settings.DAILY_LOSS_CAP_NAIRA) * 100n;
  const watches = [
    watchFloat(metrics, { provider: live, clock, log, alertKobo }),
    watchAccounts(metrics, { db, clock, log }),
    watchMargin(metrics, { db, clock, log, staleHours: settings.CATALOGUE_STALE_HOURS, dailyLossCapKobo }),
  ];
  const process = `worker@${hostname()}:${globalThis.process.pid}`;
  const switches = watchSwitches({ db, breakers, provider: provider.name, process, log });
  const everyMs = settings.CATALOGUE_SYNC_MINUTES * 60_000;
  return {
    deps,
    catalogueSync: startCatalogueSync(metrics, { db, log, provider: live, everyMs }),
    ready: Promise.all([switches.ready, setDailyLossCap(db, dailyLossCapKobo)]).then(() => undefined),
    stopWatching: async () => {
      for (const stop of watches) stop();
      await switches.stop();
    },
  };
}

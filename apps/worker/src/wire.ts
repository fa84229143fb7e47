import { hostname } from 'node:os';
import { createRowSales } from '@topup/core/buying';
import { setDailyLossCap } from '@topup/core/catalogue';
import type { FailoverFence } from '@topup/core/fence';
import { createFairQuotaByName } from '@topup/core/flow';
import { createMailScheduler } from '@topup/core/mail';
import { createObserver, watchBreakers } from '@topup/core/metrics';
import { createNotificationScheduler } from '@topup/core/notification';
import { closeUntrusted, watchSwitches } from '@topup/core/provider';
import {
  createClaimer,
  createNextAttempts,
  createRequeryScheduler,
  createSendScheduler,
  createSettler,
  createWaitingRoom,
  requeryRules,
} from '@topup/core/purchase';
import { createRouting } from '@topup/core/routing';
import { atStart, type Db, pick, systemClock, type Tracing } from '@topup/core/shared';
import { createWebhookScheduler } from '@topup/core/webhook';
import {
  createCollector,
  createGuardedProviders,
  createServingProvider,
  createSimulator,
  profilesOf,
} from '@topup/providers';
import { createMailer, type Log, type Metrics } from '@topup/runtime';
import { DELIVERY_TIMEOUT_MS, floatAlertOf, leaseMs, masterKeysOf } from '@topup/settings';
import { createSmsSender } from './adapters/termii-sms';
import { createWebhookPoster } from './adapters/webhook-poster';
import type { Deps } from './deps';
import { createSweepMetrics, watchBacklog, watchHistory } from './metrics';
import type { Queues } from './queues';
import type { WorkerSettings } from './settings';
import { startServiceStates } from './watch/chores';
import { startCollections } from './watch/collections';
import { startCatalogueSync } from './watch/start-catalogue-sync';
import { startReconciliation } from './watch/start-reconciliation';
import { watchAccounts, watchChecks, watchServer } from './watch/watch-database';
import { watchFloats } from './watch/watch-floats';
import { watchMargin } from './watch/watch-margin';
import { watchReconciliation } from './watch/watch-reconciliation';

/** One host gets at most a sixteenth of the deliveries: 32 of 512. */
const HOST_SHARE = 16;
/** Each takes one of the 10 connections, for half a second at most while a wallet is locked. */
const ROWS_AT_ONCE = 4;
const SMS_AT_ONCE = 64;
const MAILS_AT_ONCE = 8;

type Resources = {
  settings: WorkerSettings;
  databases: { db: Db; moneyDb: Db };
  fence: Pick<FailoverFence, 'saw'>;
  queues: Queues;
  log: Log;
  metrics: Metrics;
  tracing: Tracing | undefined;
};

/**
 * Puts the process together from what was opened for it. `ready`: switches and routing rules are known, and the
 * database knows the daily loss cap. `rounds` and `stopWatching` are for stopping.
 */
export function wire({ settings, databases, fence, queues, log, metrics, tracing }: Resources) {
  const { db, moneyDb } = databases;
  const clock = systemClock;
  const process = `worker@${hostname()}:${globalThis.process.pid}`;
  const observer = createObserver(metrics, settings.PROVIDERS);
  const guarded = createGuardedProviders(settings, {
    log,
    observer,
    clock,
    close: (name) => void closeUntrusted({ db, log, process }, name),
  });
  const watchesHealth = settings.PROVIDER_BREAKER_RESET_MS > 0;
  const routing = createRouting({ ...guarded, clock, watchesHealth });
  const { router, breakers, providers } = routing;
  const provider = createServingProvider({ live: providers, test: [createSimulator({ db })] });
  watchBreakers(metrics, breakers, provider.names);
  const delivering = {
    db,
    clock,
    log,
    observer,
    tracing,
    poster: createWebhookPoster({
      timeoutMs: DELIVERY_TIMEOUT_MS,
      allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
      clock,
    }),
    masterKeys: masterKeysOf(settings),
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
    tracing,
    provider,
    nextAttempts: createNextAttempts({ db: moneyDb, router, log }),
    settlesWithinMs: (name: string) => providers.find((one) => one.name === name)?.settlesWithinMs,
    claimer: createClaimer({
      db: moneyDb,
      log,
      serves: provider.names,
      leaseMs: leaseMs(settings),
      startDeadlineMs: settings.START_DEADLINE_MS,
      saw: fence.saw,
    }),
    settler: createSettler(moneyDb, fence.saw),
    // other workers hear only of what this one does not deliver
    enqueueEvent({ id, accountId }: { id: string; accountId?: string }, requestId?: string) {
      if (!serves) return enqueueElsewhere(id, requestId);
      webhooks.deliver(id, { requestId, accountId }).catch(() => enqueueElsewhere(id, requestId));
    },
    enqueueNotification: queues.notifications.enqueue,
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    settleWithinMs: leaseMs(settings),
    rules: requeryRules(settings.REQUERY_SCHEDULE),
    waitingRoom: createWaitingRoom({ db, gate: breakers, clock, maxWaitMs: settings.PROVIDER_MAX_WAIT_MS }),
    maxSends: settings.WORKER_CONCURRENCY,
    serviceQuota: createFairQuotaByName(settings.PROVIDER_SERVICE_CONCURRENCY),
  };
  const [sms, mailer] = [createSmsSender(settings), createMailer(settings)];
  const sends = createSendScheduler(sending);
  const deps: Deps = {
    ...delivering,
    ...sending,
    sends,
    rowSales: createRowSales({ db, clock, log, router, sends, saw: fence.saw }, ROWS_AT_ONCE),
    requeries: createRequeryScheduler(sending, Math.ceil(settings.WORKER_CONCURRENCY / 2)),
    webhooks,
    metrics: createSweepMetrics(metrics),
    sms,
    mailer,
    notifications: createNotificationScheduler({ ...sending, sms }, SMS_AT_ONCE),
    mails: createMailScheduler({ db, log, mailer }, MAILS_AT_ONCE),
    settings: pick(settings, 'WORKER_QUEUES', 'SWEEP_INTERVAL_MS', 'START_DEADLINE_MS', 'PROVIDER_TIMEOUT_MS'),
  };

  watchBacklog(metrics, db);
  watchHistory(metrics, db);
  const dailyLossCapKobo = BigInt(settings.DAILY_LOSS_CAP_NAIRA) * 100n;
  const watches = [
    watchFloats(metrics, { db, providers, clock, log, alertKoboOf: (name) => floatAlertOf(settings, name) }),
    watchAccounts(metrics, { db, clock, log }),
    watchChecks(metrics, { db, clock, log }),
    watchMargin(metrics, { db, clock, log, dailyLossCapKobo }),
    watchReconciliation(metrics, { db, clock, log, providers }),
    watchServer(metrics, { db, clock, log }),
  ];
  const switches = watchSwitches({ db, breakers, process, log });
  const rules = routing.watch({ db, log });
  const everyMs = settings.CATALOGUE_SYNC_MINUTES * 60_000;
  return {
    deps,
    rounds: [
      startCatalogueSync(metrics, { db, log, providers, everyMs }),
      startReconciliation(metrics, { db, log, providers }),
      startServiceStates({ db, log, profiles: profilesOf(settings) }),
      ...startCollections(createCollector(settings, log), { db, log, mostNaira: settings.COLLECTION_MAX_NAIRA }),
    ],
    ready: Promise.all([switches.ready, rules.ready, atStart(clock, () => setDailyLossCap(db, dailyLossCapKobo))]),
    stopWatching: async () => {
      for (const stop of watches) stop();
      await Promise.all([switches.stop(), rules.stop()]);
    },
  };
}

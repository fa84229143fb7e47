import { observedProvider } from '@topup/core/provider';
import { assertServerIsKnown, createClaimer, createSettler } from '@topup/core/purchase';
import { jobCatalog, type QueueName, storedQueues } from '@topup/core/queue';
import { assertDatabaseKeepsPromises, createSemaphore, openDatabase, systemClock } from '@topup/core/shared';
import { createWebhookScheduler } from '@topup/core/webhook';
import { createProvider, withBreaker } from '@topup/providers';
import {
  createLog,
  createMetrics,
  createObserver,
  createQueueBoard,
  errorFields,
  loadSettings,
  openQueue,
  requeryRules,
  serveQueue,
  settingGroups,
  shutDownOnSignal,
  startOpsServer,
} from '@topup/runtime';
import { createSmsSender } from './adapters/sms-sender';
import { createWebhookPoster } from './adapters/webhook-poster';
import type { Deps } from './deps';
import { notificationJob } from './jobs/notification.job';
import { purchaseJob } from './jobs/purchase.job';
import { webhookJob } from './jobs/webhook.job';
import { sweepFigures, watchBacklog } from './metrics';
import { startSweeper } from './sweep/sweeper';
import { watchAccounts } from './watch/watch-accounts';
import { watchFloat } from './watch/watch-float';

/** One host, or one account, holds at most this part of the webhook slots: 4 of 64. */
const SHARE_OF_A_RECEIVER = 16;

async function main(): Promise<void> {
  const settings = loadSettings([
    'DATABASE_URL',
    'REDIS_URL',
    'LOG_LEVEL',
    'KEY_ENCRYPTION_SECRET',
    'KEY_ENCRYPTION_SECRET_PREVIOUS',
    'WORKER_OPS_PORT',
    'LISTEN_HOST',
    'SWEEP_INTERVAL_MS',
    'WORKER_QUEUES',
    'WORKER_CONCURRENCY',
    'WEBHOOK_TIMEOUT_MS',
    'WEBHOOK_ALLOW_PRIVATE',
    'PROVIDER_FLOAT_ALERT_NAIRA',
    'TERMII_BASE_URL',
    'TERMII_API_KEY',
    'TERMII_SENDER_ID',
    ...settingGroups.provider,
    ...settingGroups.sending,
  ]);
  const log = createLog('worker', settings.LOG_LEVEL);
  const clock = systemClock;
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const url = settings.DATABASE_URL;
  const db = openDatabase({ url, max: 10, name: 'topup-worker', onError });
  const moneyDb = openDatabase({ url, max: 4, name: 'topup-worker-money', onError });
  await assertDatabaseKeepsPromises(db);
  await assertServerIsKnown(db);

  const store = { redisUrl: settings.REDIS_URL, databaseUrl: url };
  // at the same time: each waits up to a second for a Redis that is away
  const open = ({ queue, retention }: (typeof jobCatalog)[QueueName]) => openQueue(store, queue, retention, log);
  const [events, notifications] = await Promise.all([open(jobCatalog.webhooks), open(jobCatalog.notifications)]);
  const claimer = createClaimer({
    db: moneyDb,
    log,
    leaseMs: settings.LEASE_MS,
    startDeadlineMs: settings.START_DEADLINE_MS,
  });
  const settler = createSettler(moneyDb);
  const bare = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  const metrics = createMetrics('worker');
  const observer = createObserver(metrics);
  watchBacklog(metrics, db);
  // observed inside the breaker: what never went out is no answer of the provider's
  const provider = withBreaker(observedProvider(bare, { observer, clock }), {
    log,
    observer,
    resetMs: settings.PROVIDER_BREAKER_RESET_MS,
  });
  const alertKobo = BigInt(settings.PROVIDER_FLOAT_ALERT_NAIRA) * 100n;
  const watches = [
    watchFloat(metrics, { provider, clock, log, alertKobo }),
    watchAccounts(metrics, { db, clock, log }),
  ];
  const sending = {
    db,
    clock,
    log,
    observer,
    poster: createWebhookPoster({
      timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
      allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    }),
    masterKeys: { current: settings.KEY_ENCRYPTION_SECRET, previous: settings.KEY_ENCRYPTION_SECRET_PREVIOUS },
    webhookSemaphore: createSemaphore(settings.WORKER_CONCURRENCY),
    permitsPerReceiver: Math.ceil(settings.WORKER_CONCURRENCY / SHARE_OF_A_RECEIVER),
  };
  const deps: Deps = {
    ...sending,
    webhooks: createWebhookScheduler(sending),
    figures: sweepFigures(metrics),
    claimer,
    settler,
    provider,
    sms: createSmsSender(settings, log),
    enqueueEvent: events.enqueue,
    enqueueNotification: notifications.enqueue,
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    settleWithinMs: settings.LEASE_MS,
    rules: requeryRules(settings),
    sendSemaphore: createSemaphore(settings.WORKER_CONCURRENCY),
    notificationSemaphore: createSemaphore(settings.WORKER_CONCURRENCY),
    settings: {
      queues: settings.WORKER_QUEUES as QueueName[],
      sweepIntervalMs: settings.SWEEP_INTERVAL_MS,
      startDeadlineMs: settings.START_DEADLINE_MS,
      leaseMs: settings.LEASE_MS,
    },
  };

  const handlers: Record<QueueName, (data: unknown) => Promise<void>> = {
    airtime: purchaseJob(deps),
    data: purchaseJob(deps),
    webhooks: webhookJob(deps),
    notifications: notificationJob(deps),
  };
  const queues = deps.settings.queues.map((name) =>
    serveQueue(store, jobCatalog[name].queue, settings.WORKER_CONCURRENCY, handlers[name], log),
  );
  const sweeper = startSweeper(deps);
  const opsServer = await startOpsServer({
    port: settings.WORKER_OPS_PORT,
    host: settings.LISTEN_HOST,
    checks: { database: () => db.$queryRaw`SELECT 1` },
    metrics,
    board: createQueueBoard(store, storedQueues, log),
  });
  log.info('working', {
    opsPort: opsServer.port,
    queues: deps.settings.queues,
    on: store.redisUrl ? 'redis' : 'postgres',
  });

  // No new claims, then what is in hand: a send ends within its timeout, a delivery within its own, and both are settled before the pool closes.
  shutDownOnSignal(log, settings.PROVIDER_TIMEOUT_MS + 15_000, [
    { name: 'stop being ready', run: opsServer.setDraining },
    { name: 'stop watching', run: async () => watches.forEach((stop) => void stop()) },
    {
      name: 'begin nothing new, finish sends and deliveries',
      run: () =>
        Promise.all([
          sweeper.stop(),
          ...[deps.sendSemaphore, deps.webhookSemaphore, deps.notificationSemaphore].map((slots) => slots.drain()),
          ...queues.map((queue) => queue.close()),
        ]),
    },
    { name: 'flush settles', run: settler.idle },
    { name: 'close the queues', run: () => Promise.all([events.close(), notifications.close()]) },
    { name: 'close the database', run: () => Promise.all([db, moneyDb].map((each) => each.$disconnect())) },
    { name: 'close the operations port', run: opsServer.close },
  ]);
}

main().catch((error) => {
  process.stderr.write(`worker: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});

import { hostname } from 'node:os';
import { type Authenticator, createAuthenticator } from '@topup/core/api-key';
import { createPackageList } from '@topup/core/catalogue';
import { createObserver, watchBreakers } from '@topup/core/metrics';
import { type ProductType, watchSwitches } from '@topup/core/provider';
import { type Accepter, createAccepter, createClaimer, createSettler, type Settler } from '@topup/core/purchase';
import { createSemaphore, type Db, systemClock } from '@topup/core/shared';
import { createGuardedProvider } from '@topup/providers';
import { createRateLimiter, type Log, type Metrics } from '@topup/runtime';
import { requeryRules } from '@topup/settings';
import type { Deps } from './deps';
import { createApiMetrics } from './metrics';
import type { Queues } from './queues';
import { limitLookups } from './send/limit-lookups';
import { createPurchaseSender } from './send/purchase-sender';
import type { ApiSettings } from './settings';
import { createPurchaseWaiter } from './wait/purchase-waiter';

const REQUERIES_AT_ONCE = 4; // started by callbacks of the provider

type Resources = {
  settings: ApiSettings;
  databases: { db: Db; acceptDb: Db; sendDb: Db };
  queues: Queues;
  log: Log;
  metrics: Metrics;
};

/**
 * Puts the process together from what was opened for it. `ready`: what operators have closed by hand is known. What is
 * returned besides is for stopping.
 */
export function wire({ settings, databases, queues, log, metrics }: Resources): {
  deps: Deps;
  accepter: Accepter;
  settler: Settler;
  authenticator: Authenticator;
  ready: Promise<void>;
  stopWatching: () => Promise<void>;
} {
  const { db, acceptDb, sendDb } = databases;
  const clock = systemClock;
  const enqueueEvent = queues.webhooks.enqueue;
  const waiter = createPurchaseWaiter({ db, clock, log, enqueueEvent });
  const observer = createObserver(metrics);
  const apiMetrics = createApiMetrics(metrics);
  const accepter = createAccepter({ db: acceptDb, clock, onBatch: apiMetrics.acceptBatch });
  const { provider, breakers, lookupsOf } = createGuardedProvider(settings, { log, observer, clock });
  watchBreakers(metrics, breakers);
  const settler = createSettler(sendDb);
  const settling = {
    settler,
    clock,
    log,
    observer,
    enqueueEvent,
    enqueueNotification: queues.notifications.enqueue,
    settleWithinMs: settings.LEASE_MS,
  };
  const rules = requeryRules(settings);
  const sender = createPurchaseSender({
    ...settling,
    rules,
    provider,
    claimer: createClaimer({
      db: sendDb,
      log,
      leaseMs: settings.LEASE_MS,
      startDeadlineMs: settings.START_DEADLINE_MS,
    }),
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    semaphore: createSemaphore(settings.SYNC_CONCURRENCY),
  });
  const sendHere = (id: string, requestId: string) => sender.send(id, requestId, () => waiter.notify(id));
  const dispatchers: Record<ProductType, (id: string, requestId: string) => void> = {
    AIRTIME: queues.airtime.enqueue,
    DATA: queues.data.enqueue,
    CABLE_TV: sendHere,
    ELECTRICITY: sendHere,
  };

  const authenticator = createAuthenticator({ db, clock });
  const lookupSemaphore = createSemaphore(settings.SYNC_CONCURRENCY);
  const process = `api@${hostname()}:${globalThis.process.pid}`;
  const switches = watchSwitches({ db, breakers, provider: provider.name, process, log });

  const deps: Deps = {
    db,
    clock,
    log,
    metrics: apiMetrics,
    accepter,
    waiter,
    sender,
    provider,
    enqueueEvent,
    dispatchPurchase: (product, id, requestId) => dispatchers[product](id, requestId),
    gate: breakers,
    lookupsOf: (accountId) => limitLookups(lookupsOf(accountId), lookupSemaphore),
    packageList: createPackageList({ lookups: limitLookups(provider, lookupSemaphore), clock }),
    requery: { ...settling, rules, provider },
    requerySemaphore: createSemaphore(REQUERIES_AT_ONCE),
    authenticator,
    rateLimiter: createRateLimiter({ perMinute: settings.RATE_LIMIT_PER_MINUTE, redisUrl: settings.REDIS_URL }, log),
    settings: {
      purchaseWaitMs: settings.PURCHASE_WAIT_MS,
      syncWaitMs: settings.SYNC_WAIT_MS,
      allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
      callbackSecret: settings.VTPASS_CALLBACK_SECRET,
      airtimeBounds: settings.AIRTIME_BOUNDS,
      electricityBounds: settings.ELECTRICITY_BOUNDS,
    },
  };
  const stopWatchingQueues = queues.watch(waiter.notify);
  const stopWatching = async () => {
    await Promise.all([stopWatchingQueues(), switches.stop()]);
  };
  return { deps, accepter, settler, authenticator, ready: switches.ready, stopWatching };
}

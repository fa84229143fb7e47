import {
  type Accepter,
  type Authenticator,
  createAccepter,
  createAuthenticator,
  createClaimer,
  createPackageList,
  createSettler,
  createSlots,
  type Db,
  type ProductType,
  type Settler,
  systemClock,
} from '@topup/core';
import { createGuardedProvider } from '@topup/providers';
import { createObserver, createRateLimiter, type Log, type Metrics } from '@topup/runtime';
import { requeryRules } from '@topup/settings';
import type { Deps } from './deps';
import { apiFigures } from './metrics';
import type { Queues } from './queues';
import { limitLookups } from './send/limit-lookups';
import { createPurchaseSender } from './send/purchase-sender';
import type { ApiSettings } from './settings';
import { createPurchaseWaiter } from './wait/purchase-waiter';

const REQUERIES_AT_ONCE = 4; // that callbacks may set off

type Resources = {
  settings: ApiSettings;
  databases: { db: Db; acceptDb: Db; sendDb: Db };
  queues: Queues;
  log: Log;
  metrics: Metrics;
};

/** Puts the process together from what was opened for it. What is returned beside `deps` is for the way out. */
export function wire({ settings, databases, queues, log, metrics }: Resources): {
  deps: Deps;
  accepter: Accepter;
  settler: Settler;
  authenticator: Authenticator;
  stopWatching: () => Promise<void>;
} {
  const { db, acceptDb, sendDb } = databases;
  const clock = systemClock;
  const wakeForEvent = queues.webhooks.wake;
  const waiter = createPurchaseWaiter({ db, clock, log, wakeForEvent });
  const observer = createObserver(metrics);
  const figures = apiFigures(metrics);
  const accepter = createAccepter({ db: acceptDb, clock, onBatch: figures.acceptBatch });
  const provider = createGuardedProvider(settings, { log, observer, clock });
  const settler = createSettler(sendDb);
  const settling = {
    settler,
    clock,
    log,
    observer,
    wakeForEvent,
    wakeForNotification: queues.notifications.wake,
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
    slots: createSlots(settings.SYNC_CONCURRENCY),
  });
  const sendHere = (id: string, requestId: string) => sender.send(id, requestId, () => waiter.wake(id));
  const wakeFor: Record<ProductType, (id: string, requestId: string) => void> = {
    AIRTIME: queues.airtime.wake,
    DATA: queues.data.wake,
    CABLE_TV: sendHere,
    ELECTRICITY: sendHere,
  };

  const authenticator = createAuthenticator({ db, clock });
  const lookups = limitLookups(provider, createSlots(settings.SYNC_CONCURRENCY));

  const deps: Deps = {
    db,
    clock,
    log,
    figures,
    accepter,
    waiter,
    sender,
    provider,
    wakeForEvent,
    wakeForPurchase: (product, id, requestId) => wakeFor[product](id, requestId),
    lookups,
    packageList: createPackageList({ lookups, clock }),
    requery: { ...settling, rules, provider },
    requerySlots: createSlots(REQUERIES_AT_ONCE),
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
  return { deps, accepter, settler, authenticator, stopWatching: queues.watch(waiter.wake) };
}

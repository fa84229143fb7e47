import {
  type Accepter,
  createAccepter,
  createAuthenticate,
  createClaimer,
  createPackageList,
  createSettler,
  createSlots,
  type Db,
  type ProductType,
  type Settler,
  systemClock,
} from '@topup/core';
import { createProvider } from '@topup/providers';
import { type Log, requeryRules } from '@topup/runtime';
import type { Deps } from './deps';
import type { Queues } from './queues';
import { limitLookups } from './send/limit-lookups';
import { createPurchaseSender } from './send/purchase-sender';
import type { ApiSettings } from './settings';
import { createPurchaseWaiter } from './wait/purchase-waiter';

const REQUERIES_AT_ONCE = 4; // that callbacks may set off

type Resources = { settings: ApiSettings; databases: { db: Db; acceptDb: Db; sendDb: Db }; queues: Queues; log: Log };

/** Puts the process together from what was opened for it. What is returned beside `deps` is for the way out. */
export function wire({ settings, databases, queues, log }: Resources): {
  deps: Deps;
  accepter: Accepter;
  settler: Settler;
  stopWatching: () => Promise<void>;
} {
  const { db, acceptDb, sendDb } = databases;
  const clock = systemClock;
  const wakeForEvent = queues.webhooks.wake;
  const waiter = createPurchaseWaiter({ db, clock, log, wakeForEvent });
  const accepter = createAccepter({ db: acceptDb, clock });
  const provider = createProvider(settings, (text, fields) => log.error(text, { alert: 'provider_oddity', ...fields }));
  const settler = createSettler(sendDb);
  const settling = { settler, clock, log, wakeForEvent, wakeForNotification: queues.notifications.wake, settleWithinMs: settings.LEASE_MS };
  const rules = requeryRules(settings);
  const sender = createPurchaseSender({
    ...settling,
    rules,
    provider,
    claimer: createClaimer({ db: sendDb, log, leaseMs: settings.LEASE_MS, startDeadlineMs: settings.START_DEADLINE_MS }),
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    slots: createSlots(settings.SYNC_CONCURRENCY),
  });
  const sendHere = (id: string) => sender.send(id, () => waiter.wake(id));
  const wakeFor: Record<ProductType, (id: string) => void> = {
    AIRTIME: queues.airtime.wake,
    DATA: queues.data.wake,
    CABLE_TV: sendHere,
    ELECTRICITY: sendHere,
  };

  const lookups = limitLookups(provider, createSlots(settings.SYNC_CONCURRENCY));

  const deps: Deps = {
    db,
    clock,
    log,
    accepter,
    waiter,
    sender,
    provider,
    wakeForEvent,
    wakeForPurchase: (product, id) => wakeFor[product](id),
    lookups,
    packageList: createPackageList({ lookups, clock }),
    requery: { ...settling, rules, provider },
    requerySlots: createSlots(REQUERIES_AT_ONCE),
    authenticate: createAuthenticate({ db, clock }),
    settings: {
      purchaseWaitMs: settings.PURCHASE_WAIT_MS,
      syncWaitMs: settings.SYNC_WAIT_MS,
      allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
      callbackSecret: settings.VTPASS_CALLBACK_SECRET,
      airtimeBounds: settings.AIRTIME_BOUNDS,
      electricityBounds: settings.ELECTRICITY_BOUNDS,
    },
  };
  return { deps, accepter, settler, stopWatching: queues.watch(waiter.wake) };
}

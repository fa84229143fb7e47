import { hostname } from 'node:os';
import { createAuthenticator } from '@topup/core/api-key';
import { createPackageList } from '@topup/core/catalogue';
import type { FailoverFence } from '@topup/core/fence';
import { createFairQuota, createFairQuotaByName } from '@topup/core/flow';
import { createObserver, watchBreakers } from '@topup/core/metrics';
import { type ProductType, products } from '@topup/core/product';
import { closeUntrusted, limitLookups, watchSwitches } from '@topup/core/provider';
import {
  createAccepter,
  createClaimer,
  createNextAttempts,
  createRequeryScheduler,
  createSettler,
  requeryRules,
  type SendPlace,
  toLane,
  tracedAccepter,
} from '@topup/core/purchase';
import { createRequestLog } from '@topup/core/request-log';
import { createRouting } from '@topup/core/routing';
import { type Db, systemClock, type Tracing, watchStandstill } from '@topup/core/shared';
import {
  createGuardedProviders,
  createNoticeReader,
  createServingProvider,
  createSimulatedLookups,
  createSimulator,
  profilesOf,
} from '@topup/providers';
import { createRateLimiter, type Log, type Metrics } from '@topup/runtime';
import { boundsByProduct, defaultLimits, leaseMs } from '@topup/settings';
import type { Deps } from './deps';
import { createTurns } from './lists/read-in-turns';
import { createApiMetrics } from './metrics';
import type { Queues } from './queues';
import { createServiceList } from './routes/services/service-list';
import { createEventStreams } from './routes/test/event-streams';
import { createPurchaseSender, type Dispatch, type PurchaseSender } from './send/purchase-sender';
import type { ApiSettings } from './settings';
import { createChangeWatch } from './wait/change-watch';
import { createPurchaseWaiter } from './wait/purchase-waiter';

const LISTS_AT_ONCE = 4; // of the 10 connections that answer clients
const CHANGES_AT_ONCE = 3; // of the same connections; one account takes two at most
const REQUERIES_AT_ONCE = 64; // started by callbacks of the provider

type Resources = {
  settings: ApiSettings;
  databases: { db: Db; acceptDb: Db; sendDb: Db; requestLogDb: Db };
  fence: Pick<FailoverFence, 'saw'>;
  queues: Queues;
  log: Log;
  metrics: Metrics;
  tracing: Tracing | undefined;
};

/** Puts the process together. `ready`: switches and routing rules are known. The rest is for stopping. */
export function wire({ settings, databases, fence, queues, log, metrics, tracing }: Resources) {
  const { db, acceptDb, sendDb, requestLogDb } = databases;
  const clock = systemClock;
  const enqueueEvent = queues.webhooks.enqueue;
  const waiter = createPurchaseWaiter({ db, clock, log, enqueueEvent });
  const process = `api@${hostname()}:${globalThis.process.pid}`;
  const observer = createObserver(metrics, settings.PROVIDERS);
  const apiMetrics = createApiMetrics(metrics);
  const requestLog = createRequestLog({ db: requestLogDb, clock, log, dropped: apiMetrics.unrecorded });
  const standstill = watchStandstill(clock);
  const accepter = createAccepter({
    db: acceptDb,
    clock,
    onBatch: apiMetrics.acceptBatch,
    saw: fence.saw,
    stoodStill: standstill.stoodStill,
  });
  const guarded = createGuardedProviders(settings, {
    log,
    observer,
    clock,
    close: (name) => void closeUntrusted({ db, log, process }, name),
  });
  const { lookups, lookupsOf } = guarded;
  const routing = createRouting({ ...guarded, clock, watchesHealth: settings.PROVIDER_BREAKER_RESET_MS > 0 });
  const { router, breakers } = routing;
  const provider = createServingProvider({ live: routing.providers, test: [createSimulator({ db })] });
  const packageList = createPackageList({ lookups, clock });
  const simulated = createSimulatedLookups({ packages: packageList.packages, clock });
  watchBreakers(metrics, breakers, provider.names);
  const settler = createSettler(sendDb, fence.saw);
  const settling = {
    settler,
    clock,
    log,
    observer,
    tracing,
    enqueueEvent: ({ id }: { id: string }, requestId?: string) => enqueueEvent(id, requestId),
    enqueueNotification: queues.notifications.enqueue,
    settleWithinMs: leaseMs(settings),
  };
  const rules = requeryRules(settings.REQUERY_SCHEDULE);
  const nextAttempts = createNextAttempts({ db: sendDb, router, log });
  const sender = createPurchaseSender({
    ...settling,
    rules,
    provider,
    nextAttempts,
    claimer: createClaimer({
      db: sendDb,
      log,
      serves: provider.names,
      leaseMs: leaseMs(settings),
      startDeadlineMs: settings.START_DEADLINE_MS,
      saw: fence.saw,
    }),
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    quota: createFairQuota(settings.SYNC_CONCURRENCY),
    serviceQuota: createFairQuotaByName(settings.PROVIDER_SERVICE_CONCURRENCY),
    ended: waiter.notify,
  });
  const authenticator = createAuthenticator({ db, clock });
  const lookupQuota = createFairQuota(settings.SYNC_CONCURRENCY);
  const switches = watchSwitches({ db, breakers, process, log });
  const routes = routing.watch({ db, log });

  const sellers = profilesOf(settings);
  const deps: Deps = {
    db,
    clock,
    log,
    metrics: apiMetrics,
    tracing,
    accepterOf: (span) => (tracing && span ? tracedAccepter(accepter, tracing, span) : accepter),
    requestLog,
    waiter,
    changeWatch: createChangeWatch({ db, clock, log }),
    sender,
    enqueueEvent,
    reserveDispatch: dispatchBy(sender, queues),
    router,
    lookupsOf: ({ accountId, mode }) =>
      limitLookups(mode === 'test' ? simulated : lookupsOf(accountId), lookupQuota, accountId),
    packageList,
    services: createServiceList({ db, clock, providers: sellers }),
    sellers,
    readInTurns: createTurns(LISTS_AT_ONCE),
    changeInTurns: createTurns(CHANGES_AT_ONCE),
    requeries: createRequeryScheduler({ ...settling, db, rules, provider }, REQUERIES_AT_ONCE),
    authenticator,
    eventStreams: createEventStreams({ db, clock, authenticator }),
    rateLimits: {
      limiter: createRateLimiter(settings.REDIS_URL, log),
      defaults: defaultLimits(settings),
      failedKeysPerAddress: settings.RATE_LIMIT_FAILED_KEYS,
    },
    readNotice: createNoticeReader(settings),
    bounds: boundsByProduct(settings),
    settings,
  };
  const stopWatchingQueues = queues.watch(waiter.notify);
  const stopWatching = () => Promise.all([stopWatchingQueues(), switches.stop(), routes.stop(), standstill.stop()]);
  const ready = Promise.all([switches.ready, routes.ready]);
  return { deps, accepter, settler, authenticator, requestLog, ready, stopWatching };
}

/** The api sends what is synchronous itself, and enqueues the rest. */
const dispatchBy =
  (sender: Pick<PurchaseSender, 'reserve'>, queues: Queues) =>
  (product: ProductType, place: SendPlace): Dispatch => {
    const { queue } = products[product];
    if (queue === null) return sender.reserve(place);
    return { cancel: () => undefined, send: (id, requestId) => queues[queue].enqueue(id, requestId, toLane(place)) };
  };

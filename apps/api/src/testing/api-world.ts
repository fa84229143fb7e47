import { randomBytes } from 'node:crypto';
import { fundTestWallet, GREATEST_LIMIT, type RequestLimits, readTwin } from '@topup/core/account';
import { createAuthenticator, createKey } from '@topup/core/api-key';
import { createPackageList } from '@topup/core/catalogue';
import { createFairQuota, createFairQuotaByName } from '@topup/core/flow';
import { createObserver } from '@topup/core/metrics';
import { isSynchronous, type ProductType, products, productTypes } from '@topup/core/product';
import {
  type Lookup,
  limitLookups,
  type Meter,
  NO_GOODS,
  type Profile,
  type RequeryOutcome,
  type SendOutcome,
  type Smartcard,
  type Stop,
  type Variation,
} from '@topup/core/provider';
import {
  ACCEPT_CONNECTIONS,
  claimPurchase,
  createAccepter,
  createClaimer,
  createRequeryScheduler,
  createSettler,
  type RequeryRules,
  type SendPlace,
  sendClaimed,
} from '@topup/core/purchase';
import { createRequestLog } from '@topup/core/request-log';
import { createRouter } from '@topup/core/routing';
import { type Clock, type Db, type Log, newId, systemClock } from '@topup/core/shared';
import { createNoticeReader, createServingProvider, createSimulatedLookups, createSimulator } from '@topup/providers';
import { createMetrics, createRateLimiter, type Metrics } from '@topup/runtime';
import { loadSettings } from '@topup/runtime/settings';
import { bounds, boundsByProduct, DEFAULT_SERVICE_NAME } from '@topup/settings';
import { documented, eventually, exampleOrders, fundedAccount, testDatabase, testPool } from '@topup/testkit';
import type { Express } from 'express';
import request from 'supertest';
import { buildApp } from '../app';
import type { Deps } from '../deps';
import { createTurns } from '../lists/read-in-turns';
import { createApiMetrics } from '../metrics';
import { createServiceList } from '../routes/services/service-list';
import { createEventStreams } from '../routes/test/event-streams';
import { createPurchaseSender, type Dispatch } from '../send/purchase-sender';
import { createChangeWatch } from '../wait/change-watch';
import { createPurchaseWaiter, type PurchaseWaiter } from '../wait/purchase-waiter';

export type Client = { accountId: string; keyId: string; key: string };

export type ApiWorld = {
  /** Of its database. */
  url: string;
  db: Db;
  app: Express;
  waiter: PurchaseWaiter;
  /** The provider's answers to the next sends; an answer may be a promise that is kept later. */
  provider: {
    answer: () => SendOutcome | Promise<SendOutcome>;
    sends: number;
    requery: () => RequeryOutcome;
    requeries: number;
    /** The breaker that stops orders now. */
    stop: Stop | null;
  };
  /** The provider's answers to lookups, and the number of times it was asked for a price list. */
  lookups: {
    variations: (serviceId: string) => Lookup<Variation[]> | Promise<Lookup<Variation[]>>;
    smartcard: () => Lookup<Smartcard>;
    meter: () => Lookup<Meter>;
    profile: () => Lookup<Profile>;
    listReads: number;
  };
  metrics: Metrics;
  /** Adds a data plan, by default that of `data`. It is sold at cost plus the 10 % of tier `standard`. */
  plan(plan?: { planId?: string; costKobo?: bigint }): Promise<void>;
  client(balanceKobo?: bigint): Promise<Client>;
  /** Waits until so many clients wait for changes. */
  watching(readers: number): Promise<unknown>;
  /** The test twin of the client's account, with as much test money. */
  testClient(live: Client, balanceKobo?: bigint): Promise<Client>;
  /** Calls that fail the test when the public document does not describe their answer. */
  post(path: string, client: Client, body: unknown): request.Test;
  get(path: string, client: Client): request.Test;
  close(): Promise<void>;
};

type Delivered = Extract<SendOutcome, { kind: 'delivered' }>;

export const delivered: Delivered = {
  kind: 'delivered',
  costKobo: 9_700n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
};
export const rejected: SendOutcome = {
  kind: 'rejected',
  code: '016',
  reason: 'The provider could not complete the order.',
  fault: 'order',
};
export const vended = {
  ...delivered,
  goods: {
    ...NO_GOODS,
    token: '12345678901234567890',
    units: '79.9',
    customerName: 'ADA OBI',
    address: '1 Marina, Lagos',
  },
} satisfies Delivered;
export const unsent: SendOutcome = { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' };
export const unknown: SendOutcome = { kind: 'unknown', reason: 'no answer', rejection: null, orderSeen: false };

export const CALLBACK_SECRET = 'callback-secret-of-the-tests';
/** Signs the notices of the collector. */
export const NOTICE_KEY = 'key-of-the-collector';

/** Half of the connections. */
export const LISTS_AT_ONCE = 2;
const CHANGES_AT_ONCE = 3;

/** Tests that are not about limits never reach one. */
const UNLIMITED: RequestLimits = {
  purchases: GREATEST_LIMIT,
  status: GREATEST_LIMIT,
  lookups: GREATEST_LIMIT,
  other: GREATEST_LIMIT,
};

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const rules: RequeryRules = {
  schedule: [60_000],
  notFoundMs: 1,
  random: () => 0,
};

/** The packages of each service: those of the example orders, and two of GOtv. */
const PACKAGES: Record<string, Variation[]> = {
  ...Object.fromEntries(
    productTypes
      .filter((product) => products[product].price === 'package')
      .map((product) => exampleOrders[product])
      .map(({ serviceId, code, naira }) => [
        serviceId,
        [{ code: code ?? '', name: serviceId, priceKobo: BigInt(naira) * 100n }],
      ]),
  ),
  waec: [{ code: 'waecdirect', name: 'WAEC Result Checker PIN', priceKobo: 90_000n }],
  gotv: [
    { code: 'gotv-lite', name: 'GOtv Lite', priceKobo: 41_000n },
    { code: 'gotv-max', name: 'GOtv Max', priceKobo: 360_000n },
  ],
};
const CARD: Smartcard = {
  customerName: 'ADA OBI',
  customerNumber: '81111',
  customerType: 'GOTV',
  status: 'ACTIVE',
  dueDate: '',
  currentPackageCodes: ['gotv-lite'],
  renewalAmountKobo: 36_900n,
};

/**
 * The API on a database of its own, with the worker's part done in this process by core itself, so that a test can
 * script the provider. The queue is the one piece left out: a wake-up is a function call.
 */
export async function apiWorld(
  options: {
    purchaseWaitMs?: number;
    syncWaitMs?: number;
    clock?: Clock;
    syncSlots?: number;
    limits?: Partial<RequestLimits>;
    failedKeysPerAddress?: number;
    requireHttpsWebhooks?: boolean;
    /** STATUS_PAGE. */
    statusPage?: 'on' | 'off';
    /** EXAM_PINS. */
    examPins?: 'on' | 'off';
    /** COLLECTIONS. */
    collections?: 'monnify' | 'off';
    trustedProxies?: string[];
    /** Called when the outcome is known, before it is told. */
    waited?: () => void;
  } = {},
): Promise<ApiWorld> {
  const {
    purchaseWaitMs = 3_000, // of a busy machine
    syncWaitMs = 3_000,
    clock = systemClock,
    syncSlots = 64,
    limits,
    failedKeysPerAddress = GREATEST_LIMIT,
    requireHttpsWebhooks = false,
    statusPage = 'off',
    examPins = 'on',
    collections = 'monnify',
    trustedProxies = [],
  } = options;
  const database = await testDatabase();
  const db = testPool(database.url);
  const moneyDb = testPool(database.url, ACCEPT_CONNECTIONS);
  const requestLogDb = testPool(database.url, 1);
  const provider: ApiWorld['provider'] = {
    answer: () => delivered,
    sends: 0,
    requery: () => ({ kind: 'missing' }),
    requeries: 0,
    stop: null,
  };
  const lookups: ApiWorld['lookups'] = {
    variations: (serviceId) => ({ kind: 'found', value: PACKAGES[serviceId] ?? [] }),
    smartcard: () => ({ kind: 'found', value: CARD }),
    meter: () => ({
      kind: 'found',
      value: {
        meterNumber: '1111111111111',
        customerName: 'ADA OBI',
        address: '1 Marina, Lagos',
        minimumKobo: null,
        arrearsKobo: null,
      },
    }),
    profile: () => ({ kind: 'found', value: { customerName: 'ADA OBI' } }),
    listReads: 0,
  };
  const changeWatch = createChangeWatch({ db, clock, log: quiet });
  const waiter = createPurchaseWaiter({ db, clock, log: quiet, enqueueEvent: () => undefined });
  const settler = createSettler(moneyDb);
  const metrics = createMetrics('api', quiet);
  const observer = createObserver(metrics, ['vtpass']);
  const apiMetrics = { ...createApiMetrics(metrics), ...(options.waited && { waited: options.waited }) };
  const requestLog = createRequestLog({ db: requestLogDb, clock, log: quiet, dropped: apiMetrics.unrecorded });
  const claimer = createClaimer({
    db: moneyDb,
    log: quiet,
    serves: ['vtpass'],
    leaseMs: 75_000,
    startDeadlineMs: 1_800_000,
  });
  const working = new Set<Promise<void>>();

  const settling = {
    settler,
    clock,
    rules,
    observer,
    log: quiet,
    settleWithinMs: 1_000,
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    provider: createServingProvider({
      live: [
        {
          name: 'vtpass',
          mode: 'live',
          mintRef: (id: string) => `ref-${id}`,
          send: async () => {
            provider.sends += 1;
            return provider.answer();
          },
          requery: async () => {
            provider.requeries += 1;
            return provider.requery();
          },
        },
      ],
      test: [createSimulator({ db })],
    }),
  };
  const worker = { ...settling, claimer, providerTimeoutMs: 55_000 };
  async function work(id: string): Promise<void> {
    const claimed = await claimPurchase(worker, id);
    if (claimed) await sendClaimed(worker, claimed);
    waiter.notify(id);
  }

  const providerLookups = {
    variations: async (serviceId: string) => {
      lookups.listReads += 1;
      return lookups.variations(serviceId);
    },
    verifySmartcard: async () => lookups.smartcard(),
    verifyMeter: async () => lookups.meter(),
    verifyProfile: async () => lookups.profile(),
  };
  const packageList = createPackageList({ lookups: providerLookups, clock });
  const simulated = createSimulatedLookups({ packages: packageList.packages, clock });
  const lookupQuota = createFairQuota(64);
  const sender = createPurchaseSender({
    ...worker,
    quota: createFairQuota(syncSlots),
    serviceQuota: createFairQuotaByName(syncSlots),
    ended: waiter.notify,
  });
  const requeries = createRequeryScheduler({ ...settling, db }, 4);
  const byWorker = (id: string) => {
    const job = work(id).finally(() => working.delete(job));
    working.add(job);
  };
  function reserveDispatch(product: ProductType, place: SendPlace): Dispatch {
    return isSynchronous(product) ? sender.reserve(place) : { send: byWorker, cancel: () => undefined };
  }

  const accepter = createAccepter({ db: moneyDb, clock, onBatch: apiMetrics.acceptBatch });
  const authenticator = createAuthenticator({ db, clock });
  const eventStreams = createEventStreams({ db, clock: { ...systemClock, ...clock }, authenticator });
  const deps: Deps = {
    db,
    clock,
    sellers: [{}],
    waiter,
    changeWatch,
    sender,
    requeries,
    log: quiet,
    metrics: apiMetrics,
    requestLog,
    tracing: undefined,
    accepterOf: () => accepter,
    authenticator,
    eventStreams,
    rateLimits: {
      limiter: createRateLimiter(undefined, quiet),
      defaults: { ...UNLIMITED, ...limits },
      failedKeysPerAddress,
    },
    router: createRouter({
      providers: [{ name: 'vtpass', ownWords: true }],
      stopOf: () => provider.stop,
      sicknessOf: () => null,
    }),
    lookupsOf: ({ accountId, mode }) =>
      limitLookups(mode === 'test' ? simulated : providerLookups, lookupQuota, accountId),
    packageList,
    services: createServiceList({ db, clock, providers: [{}] }),
    readInTurns: createTurns(LISTS_AT_ONCE),
    changeInTurns: createTurns(CHANGES_AT_ONCE),
    reserveDispatch,
    enqueueEvent: () => undefined,
    readNotice: createNoticeReader({ MONNIFY_SECRET_KEY: NOTICE_KEY }),
    bounds: boundsByProduct(loadSettings(bounds)),
    settings: {
      PURCHASE_WAIT_MS: purchaseWaitMs,
      SYNC_WAIT_MS: syncWaitMs,
      WEBHOOK_ALLOW_PRIVATE: false,
      WEBHOOK_REQUIRE_HTTPS: requireHttpsWebhooks,
      TRUSTED_PROXIES: trustedProxies,
      SERVICE_NAME: DEFAULT_SERVICE_NAME,
      SUPPORT_CONTACT: undefined,
      STATUS_PAGE: statusPage,
      EXAM_PINS: examPins,
      VTPASS_CALLBACK_SECRET: CALLBACK_SECRET,
      MONNIFY_CALLBACK_SECRET: CALLBACK_SECRET,
      COLLECTIONS: collections,
    },
  };
  const app = buildApp(deps);

  return {
    url: database.url,
    db,
    app,
    waiter,
    provider,
    lookups,
    metrics,
    async plan({ planId = exampleOrders.DATA.code ?? '', costKobo = 10_000n } = {}) {
      const name = `N100 100MB - 24 hrs (${planId})`;
      await db.dataPlan.create({
        data: {
          planId,
          network: 'MTN',
          name,
          planName: '100MB',
          validity: '24 hrs',
          providerService: 'mtn-data',
          providerCode: planId,
          costKobo,
        },
      });
    },
    async client(balanceKobo = 10_000_000n) {
      const accountId = await fundedAccount(db, balanceKobo);
      const { id, key } = await createKey({ db, masterKey: randomBytes(32) }, accountId, 'test');
      return { accountId, keyId: id, key };
    },
    async testClient({ accountId: liveId }, balanceKobo = 10_000_000n) {
      const { id: accountId } = await readTwin(db, liveId);
      if (balanceKobo > 0n) await fundTestWallet(db, accountId, balanceKobo);
      const { id, key } = await createKey({ db, masterKey: randomBytes(32) }, accountId, 'test');
      return { accountId, keyId: id, key };
    },
    post: (path, { key }, body) =>
      documented(request(app).post(path))
        .set('Authorization', `Bearer ${key}`)
        .send(body as object),
    get: (path, { key }) => documented(request(app).get(path)).set('Authorization', `Bearer ${key}`),
    watching: (readers) =>
      eventually(
        async () => changeWatch.size(),
        (size) => size === readers,
      ),
    async close() {
      eventStreams.close();
      await Promise.all([...working, sender.drain(), requeries.drain()]);
      waiter.close();
      changeWatch.close();
      await requestLog.close();
      authenticator.close();
      await Promise.all([db, moneyDb, requestLogDb].map((pool) => pool.$disconnect()));
      await database.drop();
    },
  };
}

/** A valid purchase with a new reference, and with what the test changes. One of data needs `world.plan`. */
export const orderOf = (product: ProductType, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...exampleOrders[product].body,
  request_ref: newId(),
  ...changes,
});

type Changes = Record<string, unknown>;
export const airtime = (changes?: Changes) => orderOf('AIRTIME', changes);
export const data = (changes?: Changes) => orderOf('DATA', changes);
export const electricity = (changes?: Changes) => orderOf('ELECTRICITY', changes);
/** For `CARD`. */
export const cable = (changes?: Changes) =>
  orderOf('CABLE_TV', { product_type: 'gotv', package_code: 'gotv-lite', amount: 410, ...changes });

import { createPackageList } from '@topup/core/catalogue';
import { createFairQuota } from '@topup/core/flow';
import { createObserver } from '@topup/core/metrics';
import { soldProducts } from '@topup/core/product';
import { limitLookups } from '@topup/core/provider';
import { requeryRules } from '@topup/core/purchase';
import { storedQueues } from '@topup/core/queue';
import { type Db, openDatabase, systemClock } from '@topup/core/shared';
import {
  combineLookups,
  createCollector,
  createObservedProviders,
  createServingProvider,
  createSimulatedLookups,
  createSimulator,
  type LiveProvider,
} from '@topup/providers';
import {
  connectionTo,
  createMailer,
  createQueueCounts,
  errorFields,
  type Log,
  type Metrics,
  type QueueProducer,
} from '@topup/runtime';
import { boundsByProduct, defaultLimits, pools } from '@topup/settings';
import { createAuth } from './auth/auth.adapter';
import type { AuthDeps } from './auth/auth.routes';
import { createDevices } from './auth/devices';
import { createPasswords } from './auth/passwords';
import type { OperatorDeps } from './deps';
import { MOST_EXPORTS } from './http/csv';
import { createBackgroundRuns } from './operator/background-runs';
import type { DashboardSettings } from './settings';
import { createWatcher } from './stream/watcher';

type Resources = {
  settings: DashboardSettings;
  db: Db;
  log: Log;
  metrics: Metrics;
  queues: { webhooks: QueueProducer; notifications: QueueProducer };
};

/** `stop` runs before the databases are closed, when no more requests are served. */
type Console = { deps: OperatorDeps; stop(): Promise<void> };

/** Of all people together: each may take 10 s. */
const LOOKUPS_AT_ONCE = 16;
const LONGEST_VERIFICATION_MS = 6 * 3_600_000;

/** Builds the process from the resources that were opened for it. */
export async function wire(resources: Resources): Promise<{ deps: AuthDeps; operators: Console }> {
  const { settings, db, log, metrics, queues } = resources;
  const site = {
    url: settings.DASHBOARD_URL,
    apiUrl: settings.API_URL,
    name: settings.SERVICE_NAME,
    support: settings.SUPPORT_CONTACT,
  };
  const passwords = createPasswords();
  const clock = systemClock;
  const secrets = { current: settings.DASHBOARD_SECRET, previous: settings.DASHBOARD_SECRET_PREVIOUS };
  const devices = createDevices({ secrets, secure: site.url.startsWith('https:') });
  const auth = await createAuth({
    db,
    clock,
    log,
    passwords,
    devices,
    url: site.url,
    serviceName: site.name,
    secrets,
    operatorFactor: settings.OPERATOR_FACTOR,
  });
  const observer = createObserver(metrics, settings.PROVIDERS);
  const providers = createObservedProviders(settings, { log, observer, clock });
  const operators = wireConsole(resources, providers);
  const lookups = combineLookups(providers);
  const packageList = createPackageList({ lookups, clock });
  const simulated = createSimulatedLookups({ packages: packageList.packages, clock });
  const lookupQuota = createFairQuota(LOOKUPS_AT_ONCE);
  const deps: AuthDeps = {
    db,
    clock,
    log,
    auth,
    devices,
    passwords,
    findSignedIn: auth.findSignedIn,
    mailer: createMailer(settings),
    site,
    trustedProxies: settings.TRUSTED_PROXIES,
    fundingDetails: settings.FUNDING_DETAILS ?? null,
    collector: createCollector(settings, log),
    defaultLimits: defaultLimits(settings),
    products: soldProducts(settings),
    sellers: providers,
    packageList,
    lookupsOf: ({ accountId, mode }) => limitLookups(mode === 'test' ? simulated : lookups, lookupQuota, accountId),
    bounds: boundsByProduct(settings),
    masterKey: settings.KEY_ENCRYPTION_SECRET,
    previousMasterKey: settings.KEY_ENCRYPTION_SECRET_PREVIOUS,
    allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    requireHttpsWebhooks: settings.WEBHOOK_REQUIRE_HTTPS,
    eventsKeptDays: settings.WEBHOOK_EVENT_DAYS === 0 ? null : settings.WEBHOOK_EVENT_DAYS,
    enqueueEvent: queues.webhooks.enqueue,
    exports: createFairQuota(MOST_EXPORTS),
    watcher: createWatcher({ db, log }),
    operator: operators.deps,
  };
  return { deps, operators };
}

/** The operators' console. Nothing is connected yet. */
function wireConsole({ settings, db, log, queues }: Resources, providers: LiveProvider[]): Console {
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  const queueCounts = createQueueCounts(store, storedQueues, log);
  const runs = createBackgroundRuns(log);
  const serving = createServingProvider({ live: providers, test: [createSimulator({ db })] });
  const requery = { provider: serving, log, rules: requeryRules(settings.REQUERY_SCHEDULE) };
  const { enqueue: enqueueEvent } = queues.webhooks;
  const { enqueue: enqueueNotification } = queues.notifications;
  const openAuditDatabase = () =>
    openDatabase({
      ...connectionTo(settings.DATABASE_URL),
      pooler: settings.DATABASE_POOLER,
      max: pools.dashboard['topup-dashboard-audit'],
      name: 'topup-dashboard-audit',
      onError: (error) => log.warn('a database connection was lost', errorFields(error)),
      queryTimeoutMs: LONGEST_VERIFICATION_MS,
    });
  return {
    deps: {
      providers,
      requery,
      enqueueEvent,
      enqueueNotification,
      queueCounts,
      runs,
      openAuditDatabase,
    },
    stop: async () => {
      await Promise.all([runs.stop(), queueCounts.close()]);
    },
  };
}

import type { Mode, RequestLimits } from '@topup/core/account';
import type { CatalogueSource, PackageList } from '@topup/core/catalogue';
import type { FairQuota } from '@topup/core/flow';
import type { ProductType } from '@topup/core/product';
import type { ClientLookups, Collector, ProviderFacts, ProviderLookups } from '@topup/core/provider';
import type { RequeryByHandDeps } from '@topup/core/purchase';
import type { Sellers } from '@topup/core/routing';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Mailer, QueueCounts } from '@topup/runtime';
import type { BoundsByProduct } from '@topup/settings';
import type { FindSignedIn } from './auth/signed-in';
import type { BackgroundRuns } from './operator/background-runs';
import type { Watcher } from './stream/watcher';

/** Dependencies of the routes; each route asks for the least of them. wire.ts builds them, or a test does. */
export type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  findSignedIn: FindSignedIn;
  /** Null when links are not mailed. */
  mailer: Mailer | null;
  /**
   * Where people open the dashboard, and where clients reach the API; neither ends with a slash. `name`, `support`:
   * SERVICE_NAME and SUPPORT_CONTACT.
   */
  site: { url: string; apiUrl: string; name: string; support: string | undefined };
  /** TRUSTED_PROXIES: whose X-Forwarded-For says who is signing in. */
  trustedProxies: string[];
  /** FUNDING_DETAILS: where clients pay to. Null when it is not set. */
  fundingDetails: string | null;
  /** COLLECTIONS: who takes transfers for us; null: nobody. */
  collector: Collector | null;
  /** RATE_LIMIT_*, as in the API. */
  defaultLimits: RequestLimits;
  /** Those that the settings let be sold. */
  products: ProductType[];
  /** Who sells which products. */
  sellers: Sellers;
  /** As the API lists packages. */
  packageList: Pick<PackageList, 'packages' | 'find'>;
  /** Within the quota of the account. Those of a test account reach nobody. */
  lookupsOf(caller: { accountId: string; mode: Mode }): ClientLookups;
  /** As the API has them, from `…_BOUNDS`. */
  bounds: BoundsByProduct;
  /** KEY_ENCRYPTION_SECRET: encrypts new API keys and webhook secrets. */
  masterKey: Buffer;
  /** The one before it, while it is being changed: still used to read. */
  previousMasterKey?: Buffer | undefined;
  /** WEBHOOK_ALLOW_PRIVATE, as in the API and the worker. */
  allowPrivateWebhooks: boolean;
  /** WEBHOOK_REQUIRE_HTTPS, as in the API. */
  requireHttpsWebhooks: boolean;
  /** WEBHOOK_EVENT_DAYS. Null: events are kept forever. */
  eventsKeptDays: number | null;
  /** Adds the job that wakes a worker for a webhook event. */
  enqueueEvent(eventId: string): void;
  /** The files that accounts may have made at a time. */
  exports: FairQuota;
  /** Looks for changes of what pages show. */
  watcher: Watcher;
  /** For the operators' console only. */
  operator: OperatorDeps;
};

/** Dependencies of the console's routes alone; `wireConsole` builds them. */
export type OperatorDeps = {
  /** All of PROVIDERS, in their order. */
  providers: readonly (ProviderFacts & CatalogueSource & Pick<ProviderLookups, 'balance'>)[];
  /** Asks the provider about a purchase at once. */
  requery: Omit<RequeryByHandDeps, 'db'>;
  /** Of purchases settled by hand: a lost job costs some seconds. */
  enqueueEvent(eventId: string): void;
  enqueueNotification(notificationId: string): void;
  queueCounts: Pick<QueueCounts, 'read'>;
  runs: BackgroundRuns;
  /** A pool to read the whole database, which may take hours. Its user closes it. */
  openAuditDatabase(): Db;
};

import type { Authenticator } from '@topup/core/api-key';
import type { PackageList } from '@topup/core/catalogue';
import type { ProductType, ProviderGate } from '@topup/core/provider';
import type { AcceptDeps, RequeryDeps } from '@topup/core/purchase';
import type { Clock, Db, Log, Semaphore } from '@topup/core/shared';
import type { RateLimiter } from '@topup/runtime';
import type { Bounds } from '@topup/settings';
import type { ApiMetrics } from './metrics';
import type { ClientLookups } from './send/limit-lookups';
import type { PurchaseSender } from './send/purchase-sender';
import type { PurchaseWaiter } from './wait/purchase-waiter';

/** What the routes work with; built in wire.ts, or by a test. */
export type Deps = AcceptDeps & {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: ApiMetrics;
  authenticator: Pick<Authenticator, 'authenticate'>;
  /** Counts the requests of each API key. */
  rateLimiter: RateLimiter;
  waiter: PurchaseWaiter;
  /** Sends the synchronous products in this process. */
  sender: PurchaseSender;
  /** Says which orders may be sent now. */
  gate: Pick<ProviderGate, 'stopOf'>;
  lookupsOf(accountId: string): ClientLookups;
  packageList: PackageList;
  /** For the requeries that the provider's callbacks start. */
  requery: RequeryDeps;
  requerySemaphore: Semaphore;
  /**
   * Hands a purchase to a worker, or to `sender`. Returns at once; if the job is lost, the sweeper sends it after two
   * seconds.
   */
  dispatchPurchase(product: ProductType, purchaseId: string, requestId: string): void;
  /** Enqueues an event for delivery. Returns at once; a lost job costs a delay only. */
  enqueueEvent(eventId: string, requestId: string): void;
  settings: {
    /** The window of an airtime or data purchase, from the arrival of its request. */
    purchaseWaitMs: number;
    /** The same for a cable TV or electricity purchase. */
    syncWaitMs: number;
    allowPrivateWebhooks: boolean;
    /** The secret part of the path that the provider calls; undefined: there is no such path. */
    callbackSecret: string | undefined;
    airtimeBounds: Bounds;
    electricityBounds: Bounds;
  };
};

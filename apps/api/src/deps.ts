import type { Authenticator } from '@topup/core/api-key';
import type { PackageList } from '@topup/core/catalogue';
import type { ProductType } from '@topup/core/provider';
import type { AcceptDeps, RequeryDeps } from '@topup/core/purchase';
import type { Clock, Db, Log, Semaphore } from '@topup/core/shared';
import type { Bounds, RateLimiter } from '@topup/runtime';
import type { ApiFigures } from './metrics';
import type { ClientLookups } from './send/limit-lookups';
import type { PurchaseSender } from './send/purchase-sender';
import type { PurchaseWaiter } from './wait/purchase-waiter';

/** All that the routes work with; built in main.ts, or by a test. */
export type Deps = AcceptDeps & {
  db: Db;
  clock: Clock;
  log: Log;
  figures: ApiFigures;
  authenticator: Pick<Authenticator, 'authenticate'>;
  /** Counts the requests of each API key. */
  rateLimiter: RateLimiter;
  waiter: PurchaseWaiter;
  /** For the products that this process sends itself. */
  sender: PurchaseSender;
  lookups: ClientLookups;
  packageList: PackageList;
  /** What the provider's callbacks set off. */
  requery: RequeryDeps;
  requerySemaphore: Semaphore;
  /** Has a purchase sent: by a worker, or by `sender`. Returns at once; a lost hint costs the sweeper's two seconds. */
  dispatchPurchase(product: ProductType, purchaseId: string, requestId: string): void;
  /** Wakes a worker for an event. Likewise. */
  enqueueEvent(eventId: string, requestId: string): void;
  settings: {
    /** How long an airtime or data purchase is waited for, counted from the arrival of its request. */
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

import type { AcceptDeps, Authenticate, Clock, Db, Log, ProductType } from '@topup/core';
import type { PurchaseWaiter } from './wait/purchase-waiter';

/** All that the routes work with; built in main.ts, or by a test. */
export type Deps = AcceptDeps & {
  db: Db;
  clock: Clock;
  log: Log;
  authenticate: Authenticate;
  waiter: PurchaseWaiter;
  /** Wakes a worker for a purchase. Returns at once; a lost hint costs the sweeper's two seconds. */
  wakeForPurchase(product: ProductType, purchaseId: string): void;
  /** Wakes a worker for an event. Likewise. */
  wakeForEvent(eventId: string): void;
  settings: {
    /** How long an airtime or data purchase is waited for, counted from the arrival of its request. */
    purchaseWaitMs: number;
    allowPrivateWebhooks: boolean;
    airtimeBounds: Record<string, { min: bigint; max: bigint }>;
  };
};

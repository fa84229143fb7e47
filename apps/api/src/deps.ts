import type { RequestLimits } from '@topup/core/account';
import type { Authenticator, Caller } from '@topup/core/api-key';
import type { PackageList } from '@topup/core/catalogue';
import type { InTurns } from '@topup/core/flow';
import type { ProductType } from '@topup/core/product';
import type { ClientLookups, Notice } from '@topup/core/provider';
import type { Accepter, RequeryScheduler, SendPlace } from '@topup/core/purchase';
import type { RequestLog } from '@topup/core/request-log';
import type { Router, Sellers } from '@topup/core/routing';
import type { Clock, Db, Log, Span, Tracing } from '@topup/core/shared';
import type { RateLimiter } from '@topup/runtime';
import type { BoundsByProduct } from '@topup/settings';
import type { ApiMetrics } from './metrics';
import type { ServiceList } from './routes/services/service-list';
import type { EventStreams } from './routes/test/event-streams';
import type { Dispatch, PurchaseSender } from './send/purchase-sender';
import type { ApiSettings } from './settings';
import type { ChangeWatch } from './wait/change-watch';
import type { PurchaseWaiter } from './wait/purchase-waiter';

/** Dependencies of the routes; wire.ts builds them, or a test does. */
export type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: ApiMetrics;
  /** Undefined: traces are off. */
  tracing: Pick<Tracing, 'receive'> | undefined;
  /** Returns the accepter of a request's order. `span`: the span of the request, when it is traced. */
  accepterOf(span: Span | undefined): Accepter;
  requestLog: Pick<RequestLog, 'record'>;
  authenticator: Pick<Authenticator, 'authenticate'>;
  rateLimits: {
    limiter: RateLimiter;
    /** Of an account for which no operator has set others. */
    defaults: RequestLimits;
    /** How many requests without a valid key one address may make in a minute. */
    failedKeysPerAddress: number;
  };
  waiter: PurchaseWaiter;
  /** Of `GET /v1/transactions/changes`. */
  changeWatch: ChangeWatch;
  /** Sends the synchronous products in this process. */
  sender: PurchaseSender;
  /** Says who serves an order. */
  router: Router;
  /** Those of a test account reach nobody. */
  lookupsOf(caller: Pick<Caller, 'accountId' | 'mode'>): ClientLookups;
  packageList: PackageList;
  /** Says what can be bought now. */
  services: ServiceList;
  /** The configured providers: what they sell is on sale. */
  sellers: Sellers;
  /** For lists: they must not take the connections of purchases. */
  readInTurns: InTurns;
  /** For changes of an account's settings: they wait for its row, each with a connection. */
  changeInTurns: InTurns;
  /** For the requeries that the provider's callbacks start. */
  requeries: RequeryScheduler;
  /**
   * Makes sure that a purchase can be sent, before its debit.
   * @throws AppError overloaded when the account has its quota of synchronous sends open
   */
  reserveDispatch(product: ProductType, place: SendPlace): Dispatch;
  /** Of `GET /v1/test/events`. */
  eventStreams: EventStreams;
  /** Enqueues an event for delivery. Returns at once; a lost job costs a delay only. */
  enqueueEvent(eventId: string, requestId: string): void;
  /** Reads a call of the collector: see `readNotice` of the providers. */
  readNotice(bytes: Buffer, signature: string | undefined): Notice;
  bounds: BoundsByProduct;
  settings: Pick<
    ApiSettings,
    | 'PURCHASE_WAIT_MS'
    | 'SYNC_WAIT_MS'
    | 'WEBHOOK_ALLOW_PRIVATE'
    | 'WEBHOOK_REQUIRE_HTTPS'
    | 'TRUSTED_PROXIES'
    | 'SERVICE_NAME'
    | 'SUPPORT_CONTACT'
    | 'STATUS_PAGE'
    | 'EXAM_PINS'
    | 'VTPASS_CALLBACK_SECRET'
    | 'MONNIFY_CALLBACK_SECRET'
    | 'COLLECTIONS'
  >;
};

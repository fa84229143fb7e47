import type { ServiceState, Wire } from '@topup/core/records';
import type { ClientStatus, Product } from '../vocabulary';
import type { TransactionRow } from './transactions';

export type Range = '24h' | '7d' | '30d';

/**
 * How many rows a list has with this filter. It is that of the list's page and of its JSON: `from` and `to` are days in
 * the account's time zone, or times.
 */
export type Figure<Filter> = { count: number; filter: Filter };
export type PurchasesFilter = { product?: Product; status?: ClientStatus | 'unsuccessful'; from?: string; to?: string };
type DeliveriesFilter = { state: 'undelivered'; from: string };
export type RequestsFilter = { status?: 'error' | 'refused' | '5xx' | '424'; from: string };

/** What clients see of a service on sale. `message`: an operator's sentence, until its end. */
export type ServiceRow = Wire<ServiceState>;

/** GET /api/overview?range= */
export type Overview = {
  balance: string;
  /** The threshold that the balance is below; null when it is below none. */
  lowBelow: string | null;
  /**
   * The purchases accepted today, in the account's time zone. Sums, and numbers of purchases and of requests, may be
   * 5 s old; `pending`, `balance` and `recent` are current.
   */
  today: {
    all: Figure<PurchasesFilter>;
    /** success / (success + failed + refunded), or null when there are none of these. */
    successRate: number | null;
  } & Record<'success' | 'failed' | 'refunded', Figure<PurchasesFilter> & { amount: string }>;
  /** Purchases that are not final, whenever they were accepted. */
  pending: Figure<PurchasesFilter>;
  range: Range;
  /**
   * The requests to the API in the range. `errors` are those answered 4xx, `refused`, or 5xx, `failed`. Those answered
   * 424, `unsold`, are no errors: their purchase failed.
   */
  requests: Record<'all' | 'errors' | 'refused' | 'failed' | 'unsold', Figure<RequestsFilter>>;
  /** The deliveries of the last 24 hours that failed. `more`: there are more than `count`. */
  failedDeliveries: Figure<DeliveriesFilter> & { more: boolean };
  /** In order and without gaps: 24 hours, or 7 or 30 days of the account's time zone, the present one included. */
  points: OverviewPoint[];
  recent: TransactionRow[];
  /**
   * Services that the account bought in the last 30 days, which cannot be bought as usual now, or about which operators
   * say something. None in test mode.
   */
  services: ServiceRow[];
  setUp: { hasMoney: boolean; hasKey: boolean; hasWebhook: boolean; hasPurchase: boolean };
};

/** The purchases that were accepted in one hour or day. */
export type OverviewPoint = {
  at: string;
  /** Of the successful purchases. */
  byProduct: Record<Product, { count: number; volume: string }>;
  byStatus: Record<ClientStatus, number>;
};

export type AccountSalesGroup = 'product' | 'network';

/**
 * GET /api/overview/sales?range=24h|7d|30d&by=product|network. The purchases accepted in the range, at most 5 s old.
 * Other services, such as discos, count as networks.
 */
export type AccountSales = {
  range: Range;
  by: AccountSalesGroup;
  /** The beginnings of the points of the overview. */
  points: string[];
  all: Listed<Series<Performance>>;
  /** The largest volume first. */
  groups: (Listed<Series<Performance>> & { key: string })[];
};

/** The filters of the lists that have what is counted; null by network, by which the list has no filter. */
type Listed<Figures> = Figures & { lists: Record<'purchases' | 'success' | 'failed', PurchasesFilter> | null };

/** The figures of a range, and of each point of it. */
export type Series<Figures> = Figures & { points: Figures[] };

export type Performance = {
  purchases: number;
  success: number;
  /** Failed or refunded. */
  failed: number;
  /** success / (success + failed); null when there are none of these. */
  successRate: number | null;
  /** Of the successes. */
  volume: string;
  /** From acceptance to success, to within 5 percent; null without a success. */
  p50Ms: number | null;
  p95Ms: number | null;
};

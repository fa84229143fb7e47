import type { Product, PurchaseStatus } from '../vocabulary';
import type { TransactionRow } from './transactions';

export type Range = '24h' | '7d' | '30d';

/** GET /api/overview?range= */
export type Overview = {
  balance: string;
  /**
   * The purchases accepted today, in the account's time zone. Its sums, and those in `points`, may be 5 s old; all else
   * is current.
   */
  today: {
    purchases: number;
    /** Of the successful purchases. */
    volume: string;
    /** success / (success + failed + refunded), or null when there are none of these. */
    successRate: number | null;
    refunded: string;
  };
  /** Purchases that are not final. */
  pending: number;
  range: Range;
  /** In order and without gaps: 24 hours, or 7 or 30 days of the account's time zone, the present one included. */
  points: OverviewPoint[];
  recent: TransactionRow[];
  setUp: { hasKey: boolean; hasWebhook: boolean; hasPurchase: boolean };
};

/** The purchases that were accepted in one hour or day. */
export type OverviewPoint = {
  at: string;
  /** Of the successful purchases. */
  byProduct: Record<Product, { count: number; volume: string }>;
  byStatus: Record<PurchaseStatus, number>;
};

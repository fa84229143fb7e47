import type { Product } from '../vocabulary';

/**
 * Earnings of purchases that are a success. Amounts are of the `purchases` whose cost is known; the `unknown`
 * others were sold for `unknownPrice`. Data plans have prices instead of a face value, so no commission and no
 * discount: both are null of data, and sums leave data out of them. Percent are null when nothing was sold.
 */
export type EarningsSum = {
  purchases: number;
  /** Customers got this; of data plans, their price. */
  face: string;
  /** Clients paid this. */
  charged: string;
  /** Providers took this. */
  cost: string;
  /** Face value less cost, and its share of the face value. */
  commission: string | null;
  commissionPercent: string | null;
  /** Face value less what clients paid, and its share of the face value. */
  discount: string | null;
  discountPercent: string | null;
  /** The charge less the cost, and its share of the charge. */
  margin: string;
  marginPercent: string | null;
  unknown: number;
  unknownPrice: string;
};

export type EarningsRow = EarningsSum & { product: Product; service: string };

/**
 * GET /api/operator/earnings: the last `days` in Lagos, today included. The products have their order, and the services
 * of a product begin with the largest margin. `rows` as a file: GET /api/operator/earnings.csv.
 */
export type Earnings = {
  days: number;
  rows: EarningsRow[];
  products: (EarningsSum & { product: Product })[];
  total: EarningsSum;
};

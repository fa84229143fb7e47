import type { Product } from '../vocabulary';

/**
 * What was earned by purchases that are a success. Amounts are of the `purchases` whose cost is known; the `unknown`
 * others were sold for `unknownPrice`. Data plans have prices instead of a face value, so no commission and no
 * discount: both are null of data, and sums leave data out of them. Percent are null when nothing was sold.
 */
export type EarningsSum = {
  purchases: number;
  /** What customers got; of data plans their price. */
  face: string;
  /** What clients paid. */
  charged: string;
  /** What providers took. */
  cost: string;
  /** Face value less cost, and its share of the face value. */
  commission: string | null;
  commissionPercent: string | null;
  /** Face value less what clients paid, and its share of the face value. */
  discount: string | null;
  discountPercent: string | null;
  /** What clients paid less cost, and its share of what they paid. */
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

import type { OperatorPurchaseRow } from './purchases';

/**
 * Earnings of one plan, product, account or day, from purchases that are a success. `price` and `cost` are of the
 * `purchases` whose cost is known; the `unknown` others were sold for `unknownPrice`. Percent are of the price, null
 * when nothing was paid.
 */
export type MarginRow = {
  key: string;
  name: string;
  purchases: number;
  price: string;
  cost: string;
  margin: string;
  marginPercent: string | null;
  unknown: number;
  unknownPrice: string;
};

/**
 * GET /api/operator/margin?by=plan|product|account|day&from=&to=&account=&product=. Without `from`: the last seven
 * days. At most 93. Days are newest first, all others begin with the largest margin. `points`: every day of the span,
 * in order. As a file: GET /api/operator/margin.csv, which takes by=purchase too.
 */
export type Margins = {
  from: string;
  to: string;
  rows: MarginRow[];
  total: MarginRow;
  points: Pick<MarginRow, 'key' | 'price' | 'margin' | 'unknown'>[];
};

/**
 * GET /api/operator/margin/purchases?from=&to=&account=&product=&cursor=, newest first. `cost` and `margin` null: the
 * cost is not known.
 */
export type PurchaseMarginRow = Pick<OperatorPurchaseRow, 'id' | 'createdAt' | 'account' | 'reference' | 'product'> & {
  plan: string;
  price: string;
  cost: string | null;
  margin: string | null;
  marginPercent: string | null;
};

/** A price, and what remains of it after the cost. */
export type PaidPrice = { price: string; margin: string; marginPercent: string | null };

/**
 * Effect of a proposed price change; nothing is changed. GET /api/operator/prices/preview?tier=&planId=&price= or
 * &markupPercent=, &force=true; GET /api/operator/prices/clear/preview?tier=&planId=; GET
 * /api/operator/tiers/preview?name=&markupPercent= (of a tier that exists).
 */
export type PricePreview = {
  /** Sent with the change, which is refused (409 `preview_stale`) once it would do something else than was shown. */
  seen: string;
  /** Those whose price changes, and the one that was asked for. `purchases`: in the `sold.days`. */
  plans: {
    planId: string;
    network: string;
    name: string;
    cost: string;
    before: PaidPrice;
    after: PaidPrice;
    purchases: number;
  }[];
  /** Those of the tier; the first names by the alphabet. */
  accounts: { count: number; names: string[] };
  /** Their purchases on the last so many whole days (0: not counted), and the margin of these at the present cost. */
  sold: { days: number; purchases: number; marginBefore: string; marginAfter: string };
};

import type { Product } from '../vocabulary';

/**
 * The discount of a tier on the face value of a service. GET /api/operator/discounts (file: .../discounts.csv);
 * POST /api/operator/discounts {tier, product, service, percent, allowLoss?, approvalNote?} → the same or Asked; POST
 * /api/operator/discounts/remove {tier, product, service}
 */
export type DiscountRow = {
  tier: string;
  product: Product;
  service: string;
  percent: string;
  /** It may exceed the least commission of a provider. */
  belowCostAllowed: boolean;
};

/**
 * Effect of a proposed discount; nothing is changed. GET
 * /api/operator/discounts/preview?tier=&product=&service=&percent=&allowLoss=true
 */
export type DiscountPreview = {
  /** The least of a provider, on its sales of the service in the `sold.days`; 0.00 without sales. */
  commissionPercent: string;
  /** Purchases of the service by the tier in so many days, whose cost is known; and their margin. */
  sold: { days: number; purchases: number; face: string; marginBefore: string; marginAfter: string };
  /** Why it would not be saved as it is asked for; null: it would. `approval_needed`: a second operator decides. */
  refusal: { code: string; message: string } | null;
};

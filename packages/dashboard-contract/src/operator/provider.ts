import type { Product } from '../vocabulary';

export type ProviderFloat = { amount: string | null; fault: string | null; askedAt: string };

/** GET /api/operator/provider */
export type ProviderHealth = {
  name: string;
  float: ProviderFloat;
  /** The purchases sent in the last hour, by product and outcome. */
  lastHour: {
    product: Product;
    sent: number;
    success: number;
    failed: number;
    open: number;
    medianSeconds: number | null;
  }[];
};

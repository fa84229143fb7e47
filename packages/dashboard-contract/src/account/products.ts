import type { Product } from '../vocabulary';

/** GET /api/products: what the account can buy, at its own prices. */
export type Products = {
  tier: string;
  /** Discounts of the tier; services without one are not listed. */
  discounts: { product: Product; service: string; percent: string }[];
  /** The products of any amount: the least and the greatest amount of one purchase, by service. */
  open: { product: Product; services: { service: string; min: string; max: string }[] }[];
  data: { planId: string | null; network: string; name: string; validity: string; price: string; forSale: boolean }[];
  /** `known`: false when a list of the provider could not be read just now. `list` then holds the other lists. */
  packages: {
    product: Product;
    known: boolean;
    /** `charged`: what the account pays, the price less its discount. */
    list: { service: string; code: string; name: string; price: string; charged: string }[];
  }[];
};

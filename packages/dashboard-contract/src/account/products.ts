import type { Product } from '../vocabulary';

/** GET /api/products: what the account can buy, at its own prices. */
export type Products = {
  tier: string;
  /** The products of any amount: the least and the greatest amount of one purchase, by service. */
  open: { product: Product; services: { service: string; min: string; max: string }[] }[];
  data: { planId: string | null; network: string; name: string; validity: string; price: string; forSale: boolean }[];
  cable: { product: string; code: string; name: string; price: string }[];
  /** False when a list of the provider could not be read just now. `cable` then holds the other lists. */
  cableKnown: boolean;
};

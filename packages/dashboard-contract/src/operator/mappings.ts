import type { MappingStatus, Product } from '../vocabulary';

/** One of our products, by the text that names it (`mtn-data/mtn-10mb-100`). `cost`: at the owner of the catalogue. */
export type OurProductRow = ProductFacts & { product: string };

/** A product as its provider lists it, in its own words. `amount`: in naira, where it selects the product. */
export type ProviderProductRow = ProductFacts & {
  id: number;
  provider: string;
  code: string;
  amount: string | null;
  /** The provider does not list it any more. */
  gone: boolean;
};

/**
 * `service`: the network or other service, in our words; null where the name does not tell. `size` and `validity`: as
 * the name says them. `cost` null: an open amount.
 */
type ProductFacts = {
  type: Product;
  name: string;
  service: string | null;
  size: string | null;
  validity: string | null;
  cost: string | null;
};

/**
 * `ours` null: we do not sell it any more. `difference`: what theirs costs more than ours. `decidedBy` null: a sync has
 * decided.
 */
export type MappingRow = {
  id: number;
  provider: string;
  status: MappingStatus;
  decidedBy: string | null;
  decidedAt: string;
  ours: OurProductRow | null;
  theirs: ProviderProductRow;
  difference: string | null;
};

/**
 * GET /api/operator/mappings?provider=&status=&search= (files: /api/operator/mappings.csv, …/unmapped.csv); POST
 * …/mappings/confirm {ids} and …/reject {ids} → { changed }; POST …/accept {provider?} (all proposals) → { changed,
 * left }; POST …/make {productId, to} (by hand) → { changed }. `providers`: those of `PROVIDERS`. `proposals`: of the
 * provider, whatever else is asked for. `unmapped`: ours with neither a confirmed mapping nor a proposal, of the types
 * that the provider sells. `unused`: theirs without a mapping.
 */
export type MappingTable = {
  providers: string[];
  proposals: number;
  mappings: MappingRow[];
  unmapped: { provider: string; ours: OurProductRow }[];
  unused: ProviderProductRow[];
};

/** `changed`: how many mappings. `left`: the ids of proposals that contradict others. */
export type MappingsChanged = { changed: number; left?: number[] };

import type { BreakerReason, Product } from '../vocabulary';

export type ProviderFloat = { amount: string | null; fault: string | null; askedAt: string };

/** A breaker that is not closed, in all processes together, or a provider or service that was closed by hand. */
export type BreakerRow = {
  /** `provider`: all of it. `lookups`: the lookups of accounts. Otherwise the id of a service. */
  breaker: string;
  reason: BreakerReason;
  state: 'open' | 'half_open';
  /** How many accounts are stopped; null: all of them. */
  accounts: number | null;
  /** The names of the processes that report it; null: every process, because it was closed by hand. */
  processes: string[] | null;
  since: string;
  /** What is left of the float, the provider's code, or who has closed it and why. */
  detail: string | null;
};

/** GET /api/operator/provider */
export type ProviderHealth = {
  name: string;
  float: ProviderFloat;
  breakers: BreakerRow[];
  /** What can be closed alone. */
  services: string[];
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

import type { BreakerReason, Product } from '../vocabulary';

/**
 * Our float at one provider. `amount` was read at `readAt`; both are null while it never was. `fault`: why it was not
 * read now; the amount is then the last known one. `low`: it is below `mark`, the threshold of the alert, which is null
 * until a worker has read the float.
 */
export type ProviderFloat = {
  provider: string;
  amount: string | null;
  readAt: string | null;
  fault: string | null;
  mark: string | null;
  low: boolean;
};

/** One provider of PROVIDERS. */
export type ProviderRow = {
  name: string;
  sells: Product[];
  /** The services whose orders can be closed alone. */
  services: string[];
  /** No order goes there: an operator closed all of it, or it cannot be reached, or rejects our account. */
  closed: boolean;
  /** The orders of the last hour that got no readable answer, of all that were sent there; null: there are none. */
  unanswered: { orders: number; of: number; lastAt: string } | null;
  float: ProviderFloat;
  /** The cost of an hour's sales there, on average over the last three hours. */
  burnPerHour: string;
  /** How long it lasts at that burn; null when it burns nothing, is not known, or sales began less than an hour ago. */
  hoursLeft: number | null;
};

/** A breaker that is not closed, in all processes together, or a provider or service that was closed by hand. */
export type BreakerRow = {
  provider: string;
  /** `provider`: all of it. `lookups`: the lookups of accounts. Otherwise the id of a service. */
  breaker: string;
  reason: BreakerReason;
  state: 'open' | 'half_open';
  /** How many accounts are stopped; null: all of them. */
  accounts: number | null;
  /** The names of the processes that report it; null: every process, because it was closed by hand. */
  processes: string[] | null;
  since: string;
  /** The rest of the float, the provider's code, or who has closed it and why. */
  detail: string | null;
};

/** GET /api/operator/provider?provider=, which leaves only what is of that provider. File: …/provider/breakers.csv. */
export type ProviderHealth = {
  /** In the order of preference. */
  providers: ProviderRow[];
  breakers: BreakerRow[];
  /** The purchases sent in the last hour, by provider, product and outcome. */
  lastHour: {
    provider: string;
    product: Product;
    sent: number;
    success: number;
    failed: number;
    open: number;
    medianSeconds: number | null;
  }[];
};

/** POST /api/operator/provider/close {provider, service, reason} and /open {provider, service} */
export type ProviderSwitched = { provider: string; service: string | null; closed: boolean };

/**
 * GET /api/operator/services → ServiceRow[]. POST /api/operator/services/announce {product, service, message, until}
 * and /withdraw {product, service}
 */
export type ServiceAnnounced = { product: Product; service: string; message: string | null };

import type { SalesHold, Wire } from '@topup/core/records';
import type { PlanState } from '../vocabulary';

/**
 * GET /api/operator/catalogue?tier=&network=&search=&stale=true (only plans with a plan ID and a stale cost); POST
 * /api/operator/catalogue/announce {network, name, cost} → { id }; POST …/retire {id} (an announced plan); POST
 * …/withdraw {planId} → { id }; POST …/restore {id} (a withdrawn plan) → { id, planId }; POST …/resume {planId} (a
 * plan on hold) → { planId, belowCost }; POST /api/operator/prices {tier, planId, price | markupPercent, force?}; POST
 * /api/operator/prices/clear {tier, planId}
 */
export type CatalogueRow = {
  id: number;
  planId: string | null;
  network: string;
  name: string;
  validity: string;
  cost: string;
  price: string;
  state: PlanState;
  /** Where the tier's price comes from: its markup, an exact price, or a markup of this plan's own. */
  priced: 'tier' | 'exact' | 'markup';
  /** When the provider last confirmed the cost; null for an announced plan. */
  costSeenAt: string | null;
  /** That was more than 24 hours ago. */
  stale: boolean;
};

/** GET /api/operator/catalogue/holds?from=&to= */
export type SalesHoldRow = Wire<SalesHold>;

/** POST /api/operator/catalogue/sync → 202 SyncState; GET /api/operator/catalogue/sync */
export type SyncState = {
  running: boolean;
  /** An operator, `worker`, or `provider`: a worker, because the provider announced new plans. */
  startedBy: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  steps: { service: string; text: string }[];
  summary: { added: number; changed: number; gone: number; kept: number } | null;
  fault: string | null;
};

/** GET /api/operator/tiers; POST /api/operator/tiers {name, markupPercent} creates or changes a tier */
export type TierRow = { id: number; name: string; markupPercent: string };

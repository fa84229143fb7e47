import type { OverviewPoint } from '../account/overview';
import type { VerificationRow } from './books';
import type { ProviderFloat } from './provider';

/** GET /api/operator/overview. Everything below /api/operator answers 403 to users who are not operators. */
export type OperatorOverview = {
  accounts: { active: number; suspended: number; low: number };
  balances: string;
  today: { purchases: number; volume: string; successRate: number | null };
  open: { initiated: number; pending: number; oldestAt: string | null };
  review: number;
  /** Data plans that are out of sale, in any tier, because of what they cost. */
  stoppedPlans: number;
  /** In the order of preference. */
  floats: ProviderFloat[];
  books: VerificationRow | null;
  points: OverviewPoint[];
};

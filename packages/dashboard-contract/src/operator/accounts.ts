import type { KeyRow } from '../account/developers';
import type { TeamMember } from '../account/team';
import type { LedgerRow } from '../account/wallet';
import type { AccountStatus } from '../vocabulary';

/** GET /api/operator/accounts?search=&cursor=; POST /api/operator/accounts {name, tier} */
export type AccountRow = {
  id: string;
  name: string;
  tier: string;
  status: AccountStatus;
  balance: string;
  createdAt: string;
};

/**
 * GET /api/operator/accounts/:id; POST …/status {status}; POST …/tier {tier};
 * POST …/fund {amount, reference, note} → Funding; POST …/users {name, email, role} → Invitation;
 * POST /api/operator/users/:id/link → { link } (null when it was mailed); POST /api/operator/users/:id/disable
 */
export type AccountDetail = AccountRow & {
  webhookUrl: string | null;
  keys: KeyRow[];
  users: TeamMember[];
  entries: LedgerRow[];
};

/**
 * `funded` false: the reference belongs to an earlier payment. The amounts are those of that payment, and nothing was
 * added.
 */
export type Funding = { funded: boolean; amount: string; balanceBefore: string; balanceAfter: string };

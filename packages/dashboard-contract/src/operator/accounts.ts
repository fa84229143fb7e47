import type { KeyRow } from '../account/developers';
import type { TeamMember } from '../account/team';
import type { AccountStatus, LimitName } from '../vocabulary';

/**
 * GET /api/operator/accounts?search=&status=&low=true&webhook=failing&cursor= (file: /api/operator/accounts.csv); POST
 * /api/operator/accounts {name, tier}; GET /api/operator/accounts/by-payment-reference?reference= → one
 *
 * `low`: active accounts whose balance is below what they spent in the last 24 hours. `webhook`: those whose webhook
 * URL fails. Both can be a minute old.
 */
export type AccountRow = {
  id: string;
  name: string;
  tier: string;
  status: AccountStatus;
  balance: string;
  createdAt: string;
};

/**
 * GET /api/operator/accounts/:id; GET …/entries?kind=&from=&to=&cursor= → a Page of LedgerRow. Files: …/entries.csv,
 * …/keys.csv, …/users.csv. Its changes are POSTs, which `change-account.ts` of the dashboard's server lists with their
 * bodies. POST …/users {name, email, role} → Invitation; POST /api/operator/users/:id/link → { link } (null when it was
 * mailed); POST /api/operator/users/:id/disable
 */
export type AccountDetail = AccountRow & {
  webhookUrl: string | null;
  paymentReference: string;
  /** The threshold. */
  lowBalance: string | null;
  timeZone: string;
  /** Requests per minute. */
  limits: OwnLimits;
  /** The limits where `limits` has null. */
  defaultLimits: Record<LimitName, number>;
  keys: KeyRow[];
  users: TeamMember[];
};

/** The limits that an operator has set for the account; null: the default of the service. */
type OwnLimits = Record<LimitName, number | null>;

/**
 * `funded` false: the reference belongs to an earlier payment. The amounts are those of that payment, and nothing was
 * added.
 */
export type Funding = { funded: boolean; amount: string; balanceBefore: string; balanceAfter: string };

/** The same of an adjustment. `adjusted` false: nothing was changed. */
export type Adjusted = { adjusted: boolean; amount: string; balanceBefore: string; balanceAfter: string };

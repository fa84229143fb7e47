import type { Facts } from '../vocabulary';

/**
 * GET /api/activity?search=&action=&from=&to=&cursor=: what was done to the account and by whom, for its owners. The
 * same as a file: /api/activity.csv.
 */
export type AccountAction = {
  id: string;
  at: string;
  /** An e-mail address of the team, the name of an API key, `Support` or `System`. */
  by: string;
  /** Where the request came from; not shown for an operator. */
  address: string | null;
  /** Such as `api_key.create`, `user.invite`, `webhook.set`. */
  action: string;
  subject: string;
  /** Of a purchase. */
  reference: string | null;
  before: Facts | null;
  after: Facts | null;
  /** Empty for what an operator did. */
  details: Record<string, string>;
};

import type { Clock, Db } from '@topup/core/shared';
import { listLowAccounts } from '@topup/core/wallet';
import { listFailingEndpoints } from '@topup/core/webhook';
import { cached } from '../../expiring-cache';

const CACHE_MS = 60_000; // a few index look-ups for each account
const MOST_FAILING = 1_000;

export type MarkedAccounts = ReturnType<typeof createMarkedAccounts>;

/**
 * The ids of the accounts that the overview counts and the list shows: one reading of both, so that they agree. Each is
 * read at most once a minute.
 */
export const createMarkedAccounts = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** Active, with a balance below what they spent in the last 24 hours, as `accounts_low` and `account list --low`. */
  low: cached(CACHE_MS, clock, async () => (await listLowAccounts(db)).map(({ id }) => id)),
  /** Active, with a webhook URL that fails; at most 1,000. */
  failing: cached(CACHE_MS, clock, async () =>
    (await listFailingEndpoints(db, MOST_FAILING)).map(({ accountId }) => accountId),
  ),
});

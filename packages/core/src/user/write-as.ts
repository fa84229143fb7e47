import type { Db, DbOrTransaction } from '../shared/db';
import { type ActingUser, lockAccess } from './access.store';

/** Why a user may not write, or no longer, when their request gets to it. Nothing was written. */
export class AccessEnded extends Error {
  constructor(readonly why: 'signed_out' | 'role_changed' | 'account_suspended' | 'factor_stale') {
    super(`the right to write has ended: ${why}`);
  }
}

/** For a connection of the pool. */
const MAX_WAIT_MS = 2_000;
/** Above the 5 s limit of one statement, below the 10 s after which the server ends an idle transaction. */
const TIMEOUT_MS = 8_000;

/**
 * - `evenSuspended`: also for the users of a suspended account, for what only takes access away.
 * - `fresh`: for what moves money or trust. A user who has a second factor must have proved it in this session within
 *   FRESH_MS. A user without one passes: the dashboard lets in no user who lacks a required factor.
 * - `timeoutMs`: for a write of many statements.
 */
export type WriteOptions = { evenSuspended?: boolean; fresh?: boolean; timeoutMs?: number };

/**
 * Runs a write of a signed-in user in one transaction, which first locks what gives them the right to it: session,
 * user, role and account. `work` must have no effect outside the transaction, which may still be rolled back.
 * @throws AccessEnded when that right ended before the lock
 */
export function writeAs<T>(
  db: Db,
  user: ActingUser,
  work: (tx: DbOrTransaction) => Promise<T>,
  { evenSuspended = false, fresh = false, timeoutMs = TIMEOUT_MS }: WriteOptions = {},
): Promise<T> {
  return db.$transaction(
    async (tx) => {
      const access = await lockAccess(tx, user);
      if (access === null) throw new AccessEnded('signed_out');
      if (access.role !== user.role) throw new AccessEnded('role_changed');
      if (access.accountStatus === 'suspended' && !evenSuspended) throw new AccessEnded('account_suspended');
      if (fresh && access.factorStale) throw new AccessEnded('factor_stale');
      return work(tx);
    },
    { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
  );
}

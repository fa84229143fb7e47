import type { AccountSummary } from '../account/account.store';
import { type DbOrTransaction, sql } from '../shared/db';
import type { UserRole } from './user.store';

/** A signed-in user, as they were when their request arrived. `accountId`: null for an operator. */
export type ActingUser = { userId: string; sessionId: string; role: UserRole; accountId: string | null };

/**
 * Locks the session, the user and the account until the transaction ends, and reads what they are now. Null when the
 * session has ended, or the user was disabled or moved to another account.
 *
 * The account comes first, and exclusively: so its users write one after another, and two who change each other cannot
 * wait for one another.
 */
export async function lockAccess(
  tx: DbOrTransaction,
  { userId, sessionId, accountId }: ActingUser,
): Promise<{ role: UserRole; accountStatus: AccountSummary['status'] | null } | null> {
  const [account] =
    accountId === null
      ? []
      : await tx.$queryRaw<Pick<AccountSummary, 'status'>[]>(
          sql`SELECT status FROM account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`,
        );
  const [user] = await tx.$queryRaw<{ role: UserRole }[]>(sql`
    SELECT u.role FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
     WHERE s.id = ${sessionId}::uuid AND s.expires_at > now() AND u.id = ${userId}::uuid AND u.disabled_at IS NULL
       AND u.account_id IS NOT DISTINCT FROM ${accountId}::uuid
       FOR SHARE OF u FOR KEY SHARE OF s`);
  return user === undefined ? null : { role: user.role, accountStatus: account?.status ?? null };
}

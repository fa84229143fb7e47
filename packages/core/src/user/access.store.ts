import type { AccountStatus } from '../account/mode';
import { type DbOrTransaction, sql } from '../shared/db';
import { toInterval } from '../shared/interval';
import type { UserRole } from './user.store';

/** A signed-in user, as they were when their request arrived. `accountId`: null for an operator. */
export type ActingUser = { userId: string; sessionId: string; role: UserRole; accountId: string | null };

/** How long a code of the second factor counts for what moves money or trust. */
export const FRESH_MS = 5 * 60_000;

/** Present access of a user. `factorStale`: they have a second factor, and this session has not proved it lately. */
type Access = { role: UserRole; accountStatus: AccountStatus | null; factorStale: boolean };

/**
 * Locks account, user and session until the transaction ends, and reads what they are now. Null when the session has
 * ended, or the user was disabled or moved. The account comes first, and exclusively: so two of its users who change
 * each other cannot wait for one another.
 */
export async function lockAccess(
  tx: DbOrTransaction,
  { userId, sessionId, accountId }: ActingUser,
): Promise<Access | null> {
  const [account] =
    accountId === null
      ? []
      : await tx.$queryRaw<{ status: AccountStatus }[]>(
          sql`SELECT status FROM account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`,
        );
  const [user] = await tx.$queryRaw<Pick<Access, 'role' | 'factorStale'>[]>(sql`
    SELECT u.role,
           EXISTS (SELECT FROM dashboard_two_factor f WHERE f.user_id = u.id AND f.verified)
           AND (s.factor_at > clock_timestamp() - ${toInterval(FRESH_MS)}::interval) IS NOT TRUE AS "factorStale"
      FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
     WHERE s.id = ${sessionId}::uuid AND s.expires_at > now() AND u.id = ${userId}::uuid AND u.disabled_at IS NULL
       AND u.account_id IS NOT DISTINCT FROM ${accountId}::uuid
       FOR SHARE OF u FOR KEY SHARE OF s`);
  return user === undefined ? null : { ...user, accountStatus: account?.status ?? null };
}

import type { Actor, By } from '@topup/core/audit';
import { type Db, newId } from '@topup/core/shared';
import { insertUser } from '@topup/core/user';

/** An operator with a session, as actor of what they do. */
export type TestOperator = By & { userId: string; sessionId: string; actor: Extract<Actor, { kind: 'user' }> };

/**
 * A new operator who has a password, a second factor and a session.
 * @param enrolled how long ago the factor was enrolled, and `proved` when the session last proved it (SQL intervals);
 *   null: never
 */
export async function newOperator(
  db: Db,
  { enrolled = '1 day', proved = '1 minute' }: { enrolled?: string | null; proved?: string | null } = {},
): Promise<TestOperator> {
  const [sessionId, email] = [newId(), `operator-${newId()}@example.com`];
  const user = await insertUser(db, { accountId: null, role: 'operator', name: 'Operator', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  await db.$executeRaw`
    INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
    VALUES (${newId()}::uuid, ${user.id}::uuid, 'credential', ${user.id}, 'no hash')`;
  await db.$transaction(async (tx) => {
    // triggers would stamp both times with the present
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    if (enrolled !== null)
      await tx.$executeRaw`
        INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes, enrolled_at)
        VALUES (${newId()}::uuid, ${user.id}::uuid, 's', 'b', clock_timestamp() - ${enrolled}::text::interval)`;
    await tx.$executeRaw`
      INSERT INTO dashboard_session (id, user_id, token, expires_at, factor_at)
      VALUES (${sessionId}::uuid, ${user.id}::uuid, ${sessionId}, now() + interval '1 hour',
              clock_timestamp() - ${proved}::text::interval)`;
  });
  return {
    userId: user.id,
    sessionId,
    actor: { kind: 'user', userId: user.id, sessionId, role: 'operator', accountId: null, email },
    origin: { address: null, requestId: null },
  };
}

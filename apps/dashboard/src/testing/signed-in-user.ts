import { type Db, newId } from '@topup/core/shared';
import { findUser, insertUser, type UserRole } from '@topup/core/user';
import type { SignedIn } from '../auth/signed-in';

type Person = { role: UserRole; accountId: string | null; email?: string };

/**
 * A user with a session, as signing in leaves them in the database. Who is known by the address gets one more session.
 */
export async function signedInUser(
  db: Db,
  { role, accountId, email = `${newId()}@example.com` }: Person,
): Promise<SignedIn> {
  const added = await insertUser(db, { role, accountId, name: 'Ada', email });
  const user = added.kind === 'inserted' ? added : await findUser(db, { email });
  if (user === null) throw new Error(`nobody has the address ${email}`);
  const sessionId = newId();
  await db.$executeRaw`
    INSERT INTO dashboard_session (id, user_id, token, expires_at)
    VALUES (${sessionId}::uuid, ${user.id}::uuid, ${sessionId}, now() + interval '7 days')`;
  return { userId: user.id, email, name: 'Ada', role, accountId, sessionId, mustEnrol: false };
}

/** Gives a user a second factor, as enrolling leaves it in the database. No code is of its secret. */
export async function enrolFactor(db: Db, { userId }: SignedIn): Promise<void> {
  await db.$executeRaw`
    INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes)
    VALUES (${newId()}::uuid, ${userId}::uuid, 'encrypted', 'encrypted')`;
  await db.$executeRaw`UPDATE dashboard_user SET two_factor_enabled = true WHERE id = ${userId}::uuid`;
}

/** Makes the session have proved its second factor so long ago. The database is told to believe it. */
export async function proveFactor(db: Db, { sessionId }: SignedIn, agoMs: number): Promise<void> {
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`
      UPDATE dashboard_session SET factor_at = clock_timestamp() - make_interval(secs => ${agoMs / 1000})
       WHERE id = ${sessionId}::uuid`,
  ]);
}

/** Gives an operator a factor that is a day old, with which they can decide on approvals. False when they had one. */
export async function enrolOldFactor(db: Db, me: SignedIn): Promise<boolean> {
  const had = (await db.dashboardTwoFactor.count({ where: { userId: me.userId } })) > 0;
  if (!had) await enrolFactor(db, me);
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`
      UPDATE dashboard_two_factor SET enrolled_at = clock_timestamp() - interval '1 day'
       WHERE user_id = ${me.userId}::uuid`,
  ]);
  return !had;
}

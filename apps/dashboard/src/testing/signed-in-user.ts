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
  return { userId: user.id, email, name: 'Ada', role, accountId, sessionId };
}

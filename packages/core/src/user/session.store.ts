import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** A session without its token, which is never read here. */
type Session = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** The sessions that have not expired, the last seen first. */
export function listSessions(db: Db, userId: string): Promise<Session[]> {
  return db.dashboardSession.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: { lastSeenAt: 'desc' },
    select: { id: true, createdAt: true, lastSeenAt: true, ipAddress: true, userAgent: true },
  });
}

/** False when this user has no such session. */
export async function endSession(db: DbOrTransaction, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db.$executeRaw(
    sql`DELETE FROM dashboard_session WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid`,
  );
  return ended === 1;
}

/** Ends every session of the user except `keptId`. Returns how many. */
export async function endOtherSessions(db: DbOrTransaction, userId: string, keptId: string): Promise<number> {
  return await db.$executeRaw(
    sql`DELETE FROM dashboard_session WHERE user_id = ${userId}::uuid AND id <> ${keptId}::uuid`,
  );
}

/** Records that the user has proved the second factor in this session now. */
export async function recordProof(db: DbOrTransaction, sessionId: string): Promise<void> {
  await db.$executeRaw(sql`UPDATE dashboard_session SET factor_at = clock_timestamp() WHERE id = ${sessionId}::uuid`);
}

/** Whether a session's user has a second factor in use, and whether it has passed it. Null without such a session. */
export async function readSecondStep(
  db: DbOrTransaction,
  sessionId: string,
): Promise<{ enrolled: boolean; passed: boolean } | null> {
  const [step] = await db.$queryRaw<{ enrolled: boolean; passed: boolean }[]>(sql`
    SELECT EXISTS (SELECT FROM dashboard_two_factor f WHERE f.user_id = s.user_id AND f.verified) AS enrolled,
           s.factor_at IS NOT NULL AS passed
      FROM dashboard_session s WHERE s.id = ${sessionId}::uuid`);
  return step ?? null;
}

/** Records when the session was last seen, at most once a minute, because pages poll. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE dashboard_session SET last_seen_at = now()
     WHERE id = ${sessionId}::uuid AND last_seen_at < now() - interval '1 minute'`);
}

/** Deletes expired sessions, unfinished sign-ins, links, counts of attempts, and devices unused for 400 days. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.$executeRaw(sql`
    WITH sessions AS (DELETE FROM dashboard_session WHERE expires_at < now()),
    challenges AS (DELETE FROM dashboard_verification WHERE expires_at < now()),
    links AS (DELETE FROM dashboard_link WHERE expires_at < now()),
    devices AS (DELETE FROM dashboard_device WHERE last_seen_at < now() - interval '400 days')
    DELETE FROM dashboard_rate_limit WHERE ends_at < now()`);
}

/** Whether the user has signed in before in the device of this digest. */
export async function isKnownDevice(db: DbOrTransaction, userId: string, digest: Buffer): Promise<boolean> {
  const [device] = await db.$queryRaw<{ known: boolean }[]>(sql`
    SELECT true AS known FROM dashboard_device
     WHERE user_id = ${userId}::uuid AND digest = ${new Uint8Array(digest)}`);
  return device !== undefined;
}

/** Remembers that the user has signed in in this device now. */
export async function rememberDevice(db: DbOrTransaction, userId: string, digest: Buffer): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO dashboard_device (user_id, digest) VALUES (${userId}::uuid, ${new Uint8Array(digest)})
    ON CONFLICT (user_id, digest) DO UPDATE SET last_seen_at = now()`);
}

/** Forgets the user's devices but the one of `kept`: a new password may mean that somebody else knew the old one. */
export async function forgetOtherDevices(db: DbOrTransaction, userId: string, kept: Buffer | null): Promise<void> {
  await db.$executeRaw(sql`
    DELETE FROM dashboard_device
     WHERE user_id = ${userId}::uuid AND digest IS DISTINCT FROM ${kept && new Uint8Array(kept)}::bytea`);
}

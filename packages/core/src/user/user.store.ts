import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { newId } from '../shared/ids';

export type UserRole = 'owner' | 'member' | 'operator';

/** One who may sign in to the dashboard. `invited`: has no password yet. */
export type User = {
  id: string;
  /** Null for operators alone. */
  accountId: string | null;
  role: UserRole;
  name: string;
  email: string;
  twoFactor: boolean;
  invited: boolean;
  passwordSetAt: Date | null;
  disabledAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
};

const COLUMNS = sql`u.id, u.account_id AS "accountId", u.role, u.name, u.email, u.two_factor_enabled AS "twoFactor", u.disabled_at AS "disabledAt",
  u.last_sign_in_at AS "lastSignInAt", u.created_at AS "createdAt",
  (SELECT c.updated_at FROM dashboard_credential c WHERE c.user_id = u.id) AS "passwordSetAt",
  NOT EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id) AS invited`;

export type NewUser = { accountId: string | null; role: UserRole; name: string; email: string };

/** Who was disabled may be let in again, also elsewhere: nothing of what they had is left but their name on what they did. */
export async function insertUser(
  db: DbOrTransaction,
  { accountId, role, name, email }: NewUser,
): Promise<User | 'email_taken'> {
  const [user] = await db.$queryRaw<User[]>(sql`
    INSERT INTO dashboard_user AS u (id, account_id, role, name, email) VALUES (${newId()}::uuid, ${accountId}::uuid, ${role}, ${name}, lower(${email}))
    ON CONFLICT (email) DO UPDATE
       SET account_id = excluded.account_id, role = excluded.role, name = excluded.name, disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
     WHERE u.disabled_at IS NOT NULL
    RETURNING ${COLUMNS}`);
  return user ?? 'email_taken';
}

/** Also one who is disabled. */
export async function findUser(db: DbOrTransaction, by: { id: string } | { email: string }): Promise<User | null> {
  const [user] = await db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_user u WHERE ${'id' in by ? sql`u.id = ${by.id}::uuid` : sql`u.email = lower(${by.email})`}`);
  return user ?? null;
}

/** All there ever were, operators first. */
export function listUsers(db: Db): Promise<User[]> {
  return db.$queryRaw<User[]>(sql`SELECT ${COLUMNS} FROM dashboard_user u ORDER BY u.account_id NULLS FIRST, u.id`);
}

/** Those who may sign in, in the order in which they came. */
export function listAccountUsers(db: Db, accountId: string): Promise<User[]> {
  return db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_user u WHERE u.account_id = ${accountId}::uuid AND u.disabled_at IS NULL ORDER BY u.id`);
}

export async function recordSignIn(db: Db, userId: string): Promise<void> {
  await db.$executeRaw(sql`UPDATE dashboard_user SET last_sign_in_at = now() WHERE id = ${userId}::uuid`);
}

// ---- out again

/** Of the users of the CTE `gone`: all by which they could get in. A statement that is given `gone` ends with this. */
const SHUT_OUT = sql`
  sessions AS (DELETE FROM dashboard_session WHERE user_id IN (SELECT id FROM gone)),
  challenges AS (DELETE FROM dashboard_verification WHERE value IN (SELECT id::text FROM gone)),
  links AS (DELETE FROM dashboard_link WHERE user_id IN (SELECT id FROM gone)),
  passwords AS (DELETE FROM dashboard_credential WHERE user_id IN (SELECT id FROM gone)),
  factors AS (DELETE FROM dashboard_two_factor WHERE user_id IN (SELECT id FROM gone))
  SELECT id FROM gone`;

const DISABLED = sql`disabled_at = now(), two_factor_enabled = false, updated_at = now()`;

/** Signs a user out everywhere and lets them in no more. False when there is none, or they were disabled before. */
export async function disableUser(db: DbOrTransaction, id: string): Promise<boolean> {
  const gone = await db.$queryRaw<{ id: string }[]>(sql`
    WITH gone AS (UPDATE dashboard_user SET ${DISABLED} WHERE id = ${id}::uuid AND disabled_at IS NULL RETURNING id), ${SHUT_OUT}`);
  return gone.length === 1;
}

export type TeamChange = 'done' | 'no_such_user' | 'last_owner';

/**
 * The account's owners beside one, locked in one order: of two who remove one another at the same moment, the second finds the first one gone, because a
 * row that was waited for is read anew.
 */
const otherOwners = (accountId: string, userId: string) => sql`
  owners AS (SELECT id FROM dashboard_user WHERE account_id = ${accountId}::uuid AND role = 'owner' AND disabled_at IS NULL ORDER BY id FOR UPDATE),
  others AS (SELECT count(*) AS n FROM owners WHERE id <> ${userId}::uuid)`;

/** As `disableUser`, of this account alone, which keeps an owner. */
export async function removeMember(db: Db, accountId: string, userId: string): Promise<TeamChange> {
  const gone = await db.$queryRaw<{ id: string }[]>(sql`
    WITH ${otherOwners(accountId, userId)},
    gone AS (UPDATE dashboard_user SET ${DISABLED}
              WHERE id = ${userId}::uuid AND account_id = ${accountId}::uuid AND disabled_at IS NULL AND (SELECT n FROM others) > 0 RETURNING id), ${SHUT_OUT}`);
  return gone.length === 1 ? 'done' : whyNot(db, accountId, userId);
}

/** Of this account alone, which keeps an owner. */
export async function setMemberRole(
  db: Db,
  accountId: string,
  userId: string,
  role: 'owner' | 'member',
): Promise<TeamChange> {
  const changed = await db.$executeRaw(sql`
    WITH ${otherOwners(accountId, userId)}
    UPDATE dashboard_user SET role = ${role}, updated_at = now()
     WHERE id = ${userId}::uuid AND account_id = ${accountId}::uuid AND disabled_at IS NULL AND (${role} = 'owner' OR (SELECT n FROM others) > 0)`);
  return changed === 1 ? 'done' : whyNot(db, accountId, userId);
}

async function whyNot(db: Db, accountId: string, userId: string): Promise<TeamChange> {
  const user = await findUser(db, { id: userId });
  return user?.accountId === accountId && user.disabledAt === null ? 'last_owner' : 'no_such_user';
}

// ---- passwords and the links that set them

/** False when there is no such user, or they are disabled. */
export async function putLink(db: Db, userId: string, digest: Buffer, validMs: number): Promise<boolean> {
  const put = await db.$executeRaw(sql`
    INSERT INTO dashboard_link (user_id, digest, expires_at)
    SELECT id, ${new Uint8Array(digest)}, now() + ${validMs} * interval '1 ms' FROM dashboard_user WHERE id = ${userId}::uuid AND disabled_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = now()`);
  return put === 1;
}

/** Whose link this is; null when it was used, is over, was replaced, or never was. */
export async function findLink(db: Db, digest: Buffer): Promise<User | null> {
  const [user] = await db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_link l JOIN dashboard_user u ON u.id = l.user_id
     WHERE l.digest = ${new Uint8Array(digest)} AND l.expires_at > now() AND u.disabled_at IS NULL`);
  return user ?? null;
}

/** Uses a link up: sets the password, and ends every session and every sign-in that has got half-way. False when it was no longer good. */
export function redeemLink(db: Db, digest: Buffer, passwordHash: string): Promise<boolean> {
  return putPassword(
    db,
    passwordHash,
    sql`DELETE FROM dashboard_link l USING dashboard_user u
         WHERE l.digest = ${new Uint8Array(digest)} AND l.expires_at > now() AND u.id = l.user_id AND u.disabled_at IS NULL RETURNING l.user_id AS id`,
  );
}

/** The same without a link, for whoever may do it. False when there is no such user, or they are disabled. */
export function setPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  return putPassword(
    db,
    passwordHash,
    sql`SELECT id FROM dashboard_user WHERE id = ${userId}::uuid AND disabled_at IS NULL FOR UPDATE`,
  );
}

async function putPassword(db: Db, passwordHash: string, whose: ReturnType<typeof sql>): Promise<boolean> {
  const put = await db.$queryRaw<{ id: string }[]>(sql`
    WITH whose AS (${whose}),
    passwords AS (INSERT INTO dashboard_credential AS c (id, user_id, provider_id, account_id, password)
                  SELECT ${newId()}::uuid, id, 'credential', id::text, ${passwordHash} FROM whose
                  ON CONFLICT (user_id) DO UPDATE SET password = excluded.password, updated_at = now()),
    sessions AS (DELETE FROM dashboard_session WHERE user_id IN (SELECT id FROM whose)),
    challenges AS (DELETE FROM dashboard_verification WHERE value IN (SELECT id::text FROM whose))
    SELECT id FROM whose`);
  return put.length === 1;
}

/** For one who has lost both phone and backup codes: the password alone lets them in again. False when there was no second factor. */
export async function removeTwoFactor(db: Db, userId: string): Promise<boolean> {
  const dropped = await db.$queryRaw<{ id: string }[]>(sql`
    WITH gone AS (UPDATE dashboard_user SET two_factor_enabled = false, updated_at = now() WHERE id = ${userId}::uuid AND two_factor_enabled RETURNING id),
    factors AS (DELETE FROM dashboard_two_factor WHERE user_id = ${userId}::uuid)
    SELECT id FROM gone`);
  return dropped.length === 1;
}

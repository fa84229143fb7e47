import type { Refused } from '../errors/refusal-catalog';
import { type Db, type DbOrTransaction, type Sql, sql } from '../shared/db';
import { newId } from '../shared/ids';
import type { MemberRole, User } from './records';

export type { User, UserRole } from './records';

const COLUMNS = sql`
  u.id, u.account_id AS "accountId", u.role, u.name, u.email, u.two_factor_enabled AS "twoFactor",
  u.disabled_at AS "disabledAt", u.last_sign_in_at AS "lastSignInAt", u.created_at AS "createdAt",
  (SELECT c.updated_at FROM dashboard_credential c WHERE c.user_id = u.id) AS "passwordSetAt",
  NOT EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id) AS invited`;

/**
 * Adds a user, without a password. The address of a disabled user can be used again, even for another account; that of
 * somebody who was an operator stays taken. Operators and some owners are added by `addOperator` and `addOwner`.
 */
export async function insertUser(
  db: DbOrTransaction,
  { accountId, role, name, email }: Pick<User, 'accountId' | 'role' | 'name' | 'email'>,
): Promise<({ kind: 'inserted' } & User) | Refused<'email_taken'>> {
  const [added] = await db.$queryRaw<{ id: string | null }[]>(
    sql`SELECT add_user(${newId()}::uuid, ${accountId}::uuid, ${role}, ${name}, ${email}) AS id`,
  );
  const user = added?.id ? await findUser(db, { id: added.id }) : null;
  return user ? { kind: 'inserted', ...user } : { kind: 'email_taken', email };
}

/** By id or e-mail address, disabled or not. */
export async function findUser(db: DbOrTransaction, by: { id: string } | { email: string }): Promise<User | null> {
  const [user] = await db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_user u
     WHERE ${'id' in by ? sql`u.id = ${by.id}::uuid` : sql`u.email = lower(${by.email})`}`);
  return user ?? null;
}

/** All users, also disabled ones, operators first. */
export function listUsers(db: Db): Promise<User[]> {
  return db.$queryRaw<User[]>(sql`SELECT ${COLUMNS} FROM dashboard_user u ORDER BY u.account_id NULLS FIRST, u.id`);
}

/** The users of an account who may sign in, the oldest first. */
export function listAccountUsers(db: Db, accountId: string): Promise<User[]> {
  return db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_user u
     WHERE u.account_id = ${accountId}::uuid AND u.disabled_at IS NULL ORDER BY u.id`);
}

/** The operators who may sign in, the oldest first. */
export function listOperators(db: Db): Promise<User[]> {
  return db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_user u WHERE u.role = 'operator' AND u.disabled_at IS NULL ORDER BY u.id`);
}

/** Whose sign-in waits for its second factor under this name. Null when that is over, or never was. */
export async function findUserOfChallenge(db: Db, challenge: string): Promise<User | null> {
  const [user] = await db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_verification v JOIN dashboard_user u ON u.id::text = v.value
     WHERE v.identifier = ${challenge} AND v.expires_at > now()`);
  return user ?? null;
}

export async function recordSignIn(db: DbOrTransaction, userId: string): Promise<void> {
  await db.$executeRaw(sql`UPDATE dashboard_user SET last_sign_in_at = now() WHERE id = ${userId}::uuid`);
}

// ---- disable and remove

/** The end of a statement with a CTE `gone`: deletes everything with which the users in it could sign in. */
const DELETE_ACCESS = sql`
  sessions AS (DELETE FROM dashboard_session WHERE user_id IN (SELECT id FROM gone)),
  challenges AS (DELETE FROM dashboard_verification WHERE value IN (SELECT id::text FROM gone)),
  links AS (DELETE FROM dashboard_link WHERE user_id IN (SELECT id FROM gone)),
  passwords AS (DELETE FROM dashboard_credential WHERE user_id IN (SELECT id FROM gone)),
  devices AS (DELETE FROM dashboard_device WHERE user_id IN (SELECT id FROM gone)),
  factors AS (DELETE FROM dashboard_two_factor WHERE user_id IN (SELECT id FROM gone))
  SELECT id FROM gone`;

const DISABLED = sql`disabled_at = now(), two_factor_enabled = false, updated_at = now()`;

/** Signs a user of an account out everywhere, for good. False when there is nobody to sign out, as for operators. */
export async function disableUser(db: DbOrTransaction, id: string): Promise<boolean> {
  const gone = await db.$queryRaw<{ id: string }[]>(sql`
    WITH gone AS (UPDATE dashboard_user SET ${DISABLED} WHERE id = ${id}::uuid AND disabled_at IS NULL RETURNING id),
    ${DELETE_ACCESS}`);
  return gone.length === 1;
}

/** `last_owner`: refused, because the account would have no owner left. */
export type TeamChange = { kind: 'done' } | { kind: 'no_such_user' } | { kind: 'last_owner' };

/**
 * Counts the account's other owners and locks all its owners in the order of their ids. If two owners remove each other
 * at the same moment, the second one waits, reads the rows again, and finds the first one gone.
 */
const otherOwners = (accountId: string, userId: string) => sql`
  owners AS (SELECT id FROM dashboard_user
              WHERE account_id = ${accountId}::uuid AND role = 'owner' AND disabled_at IS NULL
              ORDER BY id FOR UPDATE),
  others AS (SELECT count(*) AS n FROM owners WHERE id <> ${userId}::uuid)`;

/** Like `disableUser`, but only for a user of this account, and never for its last owner. */
export async function removeMember(db: DbOrTransaction, accountId: string, userId: string): Promise<TeamChange> {
  const gone = await db.$queryRaw<{ id: string }[]>(sql`
    WITH ${otherOwners(accountId, userId)},
    gone AS (UPDATE dashboard_user SET ${DISABLED}
              WHERE id = ${userId}::uuid AND account_id = ${accountId}::uuid AND disabled_at IS NULL
                AND (SELECT n FROM others) > 0 RETURNING id),
    ${DELETE_ACCESS}`);
  return gone.length === 1 ? { kind: 'done' } : whyNotChanged(db, accountId, userId);
}

/** Only for a user of this account. Its last owner stays an owner. */
export async function setMemberRole(
  db: DbOrTransaction,
  accountId: string,
  userId: string,
  role: MemberRole,
): Promise<TeamChange> {
  const changed = await db.$executeRaw(sql`
    WITH ${otherOwners(accountId, userId)}
    UPDATE dashboard_user SET role = ${role}, updated_at = now()
     WHERE id = ${userId}::uuid AND account_id = ${accountId}::uuid AND disabled_at IS NULL
       AND (${role} = 'owner' OR (SELECT n FROM others) > 0)`);
  return changed === 1 ? { kind: 'done' } : whyNotChanged(db, accountId, userId);
}

async function whyNotChanged(db: DbOrTransaction, accountId: string, userId: string): Promise<TeamChange> {
  const user = await findUser(db, { id: userId });
  const isMember = user?.accountId === accountId && user.disabledAt === null;
  return { kind: isMember ? 'last_owner' : 'no_such_user' };
}

// ---- passwords and the links that set them

/** Stores the link of a user, for 24 hours, in place of an earlier one. False when they are nobody, or disabled. */
export async function putLink(db: DbOrTransaction, userId: string, digest: Buffer): Promise<boolean> {
  const put = await db.$executeRaw(sql`
    INSERT INTO dashboard_link (user_id, digest, expires_at)
    SELECT id, ${new Uint8Array(digest)}, now() + interval '24 hours'
      FROM dashboard_user WHERE id = ${userId}::uuid AND disabled_at IS NULL
    ON CONFLICT (user_id)
    DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = now()`);
  return put === 1;
}

/** The user of a link. Null when the link was used, has expired, was replaced, or never existed. */
export async function findLink(db: DbOrTransaction, digest: Buffer): Promise<User | null> {
  const [user] = await db.$queryRaw<User[]>(sql`
    SELECT ${COLUMNS} FROM dashboard_link l JOIN dashboard_user u ON u.id = l.user_id
     WHERE l.digest = ${new Uint8Array(digest)} AND l.expires_at > now() AND u.disabled_at IS NULL`);
  return user ?? null;
}

/**
 * Uses a link, which can be used only once: sets the password, ends every session and every unfinished sign-in, and
 * forgets the user's devices. False when the link is no longer valid.
 */
export function redeemLink(db: DbOrTransaction, digest: Buffer, passwordHash: string): Promise<boolean> {
  return putPassword(
    db,
    passwordHash,
    sql`DELETE FROM dashboard_link l USING dashboard_user u
         WHERE l.digest = ${new Uint8Array(digest)} AND l.expires_at > now()
           AND u.id = l.user_id AND u.disabled_at IS NULL RETURNING l.user_id AS id`,
  );
}

/** Ends every unfinished sign-in of a user, and their link: both are from before the password that they have now. */
export async function endUnfinished(db: DbOrTransaction, userId: string): Promise<void> {
  await db.$executeRaw(sql`
    WITH challenges AS (DELETE FROM dashboard_verification WHERE value = ${userId})
    DELETE FROM dashboard_link WHERE user_id = ${userId}::uuid`);
}

/** Sets the password without a link. False when there is no such user, or they are disabled. */
export function setPassword(db: DbOrTransaction, userId: string, passwordHash: string): Promise<boolean> {
  return putPassword(
    db,
    passwordHash,
    sql`SELECT id FROM dashboard_user WHERE id = ${userId}::uuid AND disabled_at IS NULL FOR UPDATE`,
  );
}

/** @param selectUser a statement that returns the id of the one user, or no row */
async function putPassword(db: DbOrTransaction, passwordHash: string, selectUser: Sql): Promise<boolean> {
  const put = await db.$queryRaw<{ id: string }[]>(sql`
    WITH owner AS (${selectUser}),
    passwords AS (INSERT INTO dashboard_credential AS c (id, user_id, provider_id, account_id, password)
                  SELECT ${newId()}::uuid, id, 'credential', id::text, ${passwordHash} FROM owner
                  ON CONFLICT (user_id) DO UPDATE SET password = excluded.password, updated_at = now()),
    sessions AS (DELETE FROM dashboard_session WHERE user_id IN (SELECT id FROM owner)),
    devices AS (DELETE FROM dashboard_device WHERE user_id IN (SELECT id FROM owner)),
    challenges AS (DELETE FROM dashboard_verification WHERE value IN (SELECT id::text FROM owner))
    SELECT id FROM owner`);
  return put.length === 1;
}

/**
 * change_sign_in: changes how a user of an account signs in, for `ops`, and mails the owners. `value`: of a `link` the
 * hexadecimal digest of its token, of a first `password` its hash. False when there was nothing to change.
 */
export async function changeSignIn(
  db: DbOrTransaction,
  userId: string,
  change: 'link' | 'password' | 'factor' | 'disable',
  value: string | null = null,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ done: boolean }[]>(
    sql`SELECT change_sign_in(${userId}::uuid, ${change}, ${value}) AS done`,
  );
  return row?.done ?? false;
}

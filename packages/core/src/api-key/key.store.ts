import { OWN_LIMITS } from '../account/account.store';
import type { OwnLimits } from '../account/limits';
import type { ApiKey } from '../generated/prisma/client';
import { type Db, type DbOrTransaction, sql } from '../shared/db';

export type StoredKey = ApiKey;

export type LiveKey = { keyId: string; accountId: string; limits: OwnLimits; lastUsedAt: Date | null };

/** In the order of the digests: the key, or null when there is none, it is revoked, or its account is suspended. */
export async function findLiveKeys(db: Db, digests: Buffer[]): Promise<(LiveKey | null)[]> {
  const hex = digests.map((digest) => digest.toString('hex'));
  const rows = await db.$queryRaw<(LiveKey & { digest: string })[]>(sql`
    SELECT requested.digest, k.id AS "keyId", k.account_id AS "accountId", ${OWN_LIMITS} AS limits,
           k.last_used_at AS "lastUsedAt"
      FROM unnest(${hex}::text[]) AS requested(digest)
      JOIN api_key k ON k.digest = decode(requested.digest, 'hex') AND k.revoked_at IS NULL
      JOIN account a ON a.id = k.account_id AND a.status = 'active'`);
  const found = new Map(rows.map(({ digest, ...key }) => [digest, key]));
  return hex.map((digest) => found.get(digest) ?? null);
}

/**
 * What has to be known of keys in use: those among `keyIds` that no longer open the API, and the own limits of accounts
 * that have any.
 */
export async function confirmKeys(
  db: Db,
  keyIds: string[],
): Promise<{ dead: Set<string>; ownLimits: Map<string, OwnLimits> }> {
  const rows = await db.$queryRaw<{ id: string; limits: OwnLimits | null }[]>(sql`
    SELECT requested.id, live.limits
      FROM unnest(${keyIds}::uuid[]) AS requested(id)
      LEFT JOIN (SELECT k.id, ${OWN_LIMITS} AS limits,
                        num_nonnulls(a.limit_purchases, a.limit_status, a.limit_lookups, a.limit_other) > 0 AS own
                   FROM api_key k JOIN account a ON a.id = k.account_id
                  WHERE k.revoked_at IS NULL AND a.status = 'active') live ON live.id = requested.id
     WHERE live.id IS NULL OR live.own`);
  return {
    dead: new Set(rows.flatMap(({ id, limits }) => (limits === null ? id : []))),
    ownLimits: new Map(rows.flatMap(({ id, limits }) => (limits === null ? [] : [[id, limits]]))),
  };
}

/** A condition for statements that write for a client: its key is not revoked. They check its account themselves. */
export const isKeyLive = (keyId: string | null) =>
  sql`EXISTS (SELECT FROM api_key k WHERE k.id = ${keyId}::uuid AND k.revoked_at IS NULL)`;

/** Records that keys were used, at database time. Skips a row that another process is just recording. */
export async function touchKeys(db: Db, keyIds: string[]): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE api_key SET last_used_at = now()
     WHERE id IN (SELECT id FROM api_key WHERE id = ANY (${keyIds}::uuid[])
                   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`);
}

export type NewKeyRow = {
  id: string;
  accountId: string;
  name: string;
  display: string;
  digest: Buffer;
  secretEncrypted: Buffer;
  keyVersion: number;
  masterFingerprint: string;
};

export function insertKey(db: Pick<Db, 'apiKey'>, key: NewKeyRow): Promise<StoredKey> {
  return db.apiKey.create({
    data: { ...key, digest: new Uint8Array(key.digest), secretEncrypted: new Uint8Array(key.secretEncrypted) },
  });
}

/** False when the account already has `most` active keys. `tx` has locked the account, so parallel calls take turns. */
export async function insertKeyUpTo(tx: DbOrTransaction, most: number, key: NewKeyRow): Promise<boolean> {
  if ((await tx.apiKey.count({ where: { accountId: key.accountId, revokedAt: null } })) >= most) return false;
  await insertKey(tx, key);
  return true;
}

/** All keys of an account, also revoked ones, the oldest first. */
export function listKeys(db: Db, accountId: string): Promise<StoredKey[]> {
  return db.apiKey.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
}

export type RevokedKey = { id: string; accountId: string; name: string };

/** Null when there is no such key, or it is already revoked. */
export async function revokeKey(db: DbOrTransaction, keyId: string): Promise<RevokedKey | null> {
  const [revoked] = await db.$queryRaw<RevokedKey[]>(sql`
    UPDATE api_key SET revoked_at = now() WHERE id = ${keyId}::uuid AND revoked_at IS NULL
    RETURNING id, account_id AS "accountId", name`);
  return revoked ?? null;
}

export type RevokeOutcome =
  | { kind: 'revoked'; key: StoredKey }
  | { kind: 'already_revoked'; key: StoredKey }
  | { kind: 'no_such_key' };

/** Revokes a key of this account only. */
export async function revokeOwnKey(db: DbOrTransaction, accountId: string, keyId: string): Promise<RevokeOutcome> {
  const revoked = await db.$executeRaw(sql`
    UPDATE api_key SET revoked_at = now()
     WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid AND revoked_at IS NULL`);
  const key = await db.apiKey.findFirst({ where: { id: keyId, accountId } });
  if (key === null) return { kind: 'no_such_key' };
  return { kind: revoked === 1 ? 'revoked' : 'already_revoked', key };
}

export async function hasActiveKey(db: Db, accountId: string): Promise<boolean> {
  return (await db.apiKey.findFirst({ where: { accountId, revokedAt: null }, select: { id: true } })) !== null;
}

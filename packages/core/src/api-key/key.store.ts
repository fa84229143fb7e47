import type { ApiKey } from '../generated/prisma/client';
import { type Db, sql } from '../shared/db';

export type StoredKey = ApiKey;

export type LiveKey = { keyId: string; accountId: string; lastUsedAt: Date | null };

/** In the order of the digests, each the key that opens the API now: not revoked, of an account that is not suspended. Null when there is none. */
export async function findLiveKeys(db: Db, digests: Buffer[]): Promise<(LiveKey | null)[]> {
  const hex = digests.map((digest) => digest.toString('hex'));
  const rows = await db.$queryRaw<(LiveKey & { digest: string })[]>(sql`
    SELECT asked.digest, k.id AS "keyId", k.account_id AS "accountId", k.last_used_at AS "lastUsedAt"
      FROM unnest(${hex}::text[]) AS asked(digest)
      JOIN api_key k ON k.digest = decode(asked.digest, 'hex') AND k.revoked_at IS NULL
      JOIN account a ON a.id = k.account_id AND a.status = 'active'`);
  const found = new Map(rows.map(({ digest, ...key }) => [digest, key]));
  return hex.map((digest) => found.get(digest) ?? null);
}

/** Those of the keys that do not open the API any more. */
export async function listDeadKeys(db: Db, keyIds: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT asked.id FROM unnest(${keyIds}::uuid[]) AS asked(id)
     WHERE NOT EXISTS (SELECT FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = asked.id AND k.revoked_at IS NULL AND a.status = 'active')`);
  return rows.map(({ id }) => id);
}

/** Notes that keys were used, at database time. One that another process is just noting is left to that. */
export async function touchKeys(db: Db, keyIds: string[]): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE api_key SET last_used_at = now()
     WHERE id IN (SELECT id FROM api_key WHERE id = ANY (${keyIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`);
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

/** False, and nothing is written, when the account has `most` keys that are not revoked. Those who add keys to one account do so one after another. */
export function insertKeyUpTo(db: Db, most: number, key: NewKeyRow): Promise<boolean> {
  return db.$transaction(async (all) => {
    await all.$executeRaw(sql`SELECT FROM account WHERE id = ${key.accountId}::uuid FOR NO KEY UPDATE`);
    if ((await all.apiKey.count({ where: { accountId: key.accountId, revokedAt: null } })) >= most) return false;
    await insertKey(all, key);
    return true;
  });
}

export function listKeys(db: Db, accountId: string): Promise<StoredKey[]> {
  return db.apiKey.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
}

/** False when there is no such key or it was revoked before. */
export async function revokeKey(db: Db, keyId: string): Promise<boolean> {
  const changed =
    await db.$executeRaw`UPDATE api_key SET revoked_at = now() WHERE id = ${keyId}::uuid AND revoked_at IS NULL`;
  return changed === 1;
}

/** The same for one of an account's own. Null when it has no such key; else the key, and whether it was this call that revoked it. */
export async function revokeOwnKey(
  db: Db,
  accountId: string,
  keyId: string,
): Promise<{ key: StoredKey; revoked: boolean } | null> {
  const revoked = await db.$executeRaw(sql`
    UPDATE api_key SET revoked_at = now() WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid AND revoked_at IS NULL`);
  const key = await db.apiKey.findFirst({ where: { id: keyId, accountId } });
  return key && { key, revoked: revoked === 1 };
}

export async function hasActiveKey(db: Db, accountId: string): Promise<boolean> {
  return (await db.apiKey.findFirst({ where: { accountId, revokedAt: null }, select: { id: true } })) !== null;
}

// ---- the master key

export function countKeys(db: Db): Promise<number> {
  return db.apiKey.count();
}

/** Keys that are not known to be under the master key of that fingerprint, by id, from the one after `afterId` on. */
export function listKeysNotUnder(
  db: Db,
  masterFingerprint: string,
  afterId: string,
  limit: number,
): Promise<StoredKey[]> {
  return db.apiKey.findMany({
    where: {
      id: { gt: afterId },
      OR: [{ masterFingerprint: null }, { masterFingerprint: { not: masterFingerprint } }],
    },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/** Puts another encryption of the same key in the place of `from`. False when somebody else has replaced that meanwhile. */
export async function replaceSecret(
  db: Db,
  keyId: string,
  { from, to, masterFingerprint }: { from: Uint8Array; to: Uint8Array; masterFingerprint: string },
): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE api_key SET secret_encrypted = ${to}, master_fingerprint = ${masterFingerprint} WHERE id = ${keyId}::uuid AND secret_encrypted = ${from}`;
  return changed === 1;
}

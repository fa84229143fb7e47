import type { Db } from '../db';
import type { ApiKey } from '../generated/prisma/client';

export type StoredKey = ApiKey;

/** A key that opens the API now: not revoked, of an account that is not suspended. */
export async function findLiveKey(db: Db, digest: Buffer): Promise<{ keyId: string; accountId: string; lastUsedAt: Date | null } | null> {
  const key = await db.apiKey.findUnique({
    where: { digest: new Uint8Array(digest), revokedAt: null, account: { status: 'active' } },
    select: { id: true, accountId: true, lastUsedAt: true },
  });
  return key && { keyId: key.id, accountId: key.accountId, lastUsedAt: key.lastUsedAt };
}

/** Notes that a key was used, at database time. */
export async function touchKey(db: Db, keyId: string): Promise<void> {
  await db.$executeRaw`UPDATE api_key SET last_used_at = now() WHERE id = ${keyId}::uuid`;
}

/** The key that signs an account's events: the most recently created one that is not revoked; null when there is none. */
export function signingKey(db: Db, accountId: string): Promise<StoredKey | null> {
  return db.apiKey.findFirst({ where: { accountId, revokedAt: null }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
}

export function insertKey(
  db: Db,
  key: {
    id: string;
    accountId: string;
    name: string;
    display: string;
    digest: Buffer;
    secretEncrypted: Buffer;
    keyVersion: number;
    masterFingerprint: string;
  },
): Promise<StoredKey> {
  return db.apiKey.create({
    data: { ...key, digest: new Uint8Array(key.digest), secretEncrypted: new Uint8Array(key.secretEncrypted) },
  });
}

export function listKeys(db: Db, accountId: string): Promise<StoredKey[]> {
  return db.apiKey.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
}

/** False when there is no such key or it was revoked before. */
export async function revokeKey(db: Db, keyId: string): Promise<boolean> {
  const changed = await db.$executeRaw`UPDATE api_key SET revoked_at = now() WHERE id = ${keyId}::uuid AND revoked_at IS NULL`;
  return changed === 1;
}

// ---- the master key

export function countKeys(db: Db): Promise<number> {
  return db.apiKey.count();
}

/** Keys that are not known to be under the master key of that fingerprint, by id, from the one after `afterId` on. */
export function keysNotUnder(db: Db, masterFingerprint: string, afterId: string, limit: number): Promise<StoredKey[]> {
  return db.apiKey.findMany({
    where: { id: { gt: afterId }, OR: [{ masterFingerprint: null }, { masterFingerprint: { not: masterFingerprint } }] },
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

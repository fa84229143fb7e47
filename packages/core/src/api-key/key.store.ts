import { OWN_LIMITS, type OwnLimits } from '../account/limits';
import type { Mode } from '../account/mode';
import type { Refused } from '../errors/refusal-catalog';
import type { ApiKey } from '../generated/prisma/client';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { KeyLimits, KeyScope } from './limits';
import type { Sealed } from './master-key';

export type StoredKey = Omit<ApiKey, 'scope'> & { scope: KeyScope };

/** Whose key it is, what a request may do with it, until when, and what is set for the account. */
export type KeyRules = {
  accountId: string;
  mode: Mode;
  limits: OwnLimits;
  scope: KeyScope;
  allowedCidrs: string[];
  expiresAt: Date | null;
};

export type LiveKey = KeyRules & { keyId: string; lastUsedAt: Date | null; expired: boolean };

/** A key `k` that opens the API: it is neither revoked nor expired. */
const isKeyActive = sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`;

/**
 * One that may sign events: an active one that may buy. A holder of a key that may only read must not be able to
 * forge events, and receivers do not have it. The newest of them signs (docs/reference/specification.md 6.3).
 */
export const maySign = sql`${isKeyActive} AND k.scope = 'purchase'`;

/** The rules of a key `k` of an account `a`. */
const keyRules = () => sql`
  a.id AS "accountId", a.mode, ${OWN_LIMITS} AS limits, k.scope, k.allowed_cidrs AS "allowedCidrs", k.expires_at AS "expiresAt"`;

/** In the order of the digests: the key, or null when there is none, it is revoked, or its account is suspended. */
export async function findLiveKeys(db: Db, digests: Buffer[]): Promise<(LiveKey | null)[]> {
  const hex = digests.map((digest) => digest.toString('hex'));
  const rows = await db.$queryRaw<(LiveKey & { digest: string })[]>(sql`
    SELECT requested.digest, k.id AS "keyId", ${keyRules()},
           k.last_used_at AS "lastUsedAt", NOT (${isKeyActive}) AS expired
      FROM unnest(${hex}::text[]) AS requested(digest)
      JOIN api_key k ON k.digest = decode(requested.digest, 'hex') AND k.revoked_at IS NULL
      JOIN account a ON a.id = k.account_id AND a.status = 'active'`);
  const found = new Map(rows.map(({ digest, ...key }) => [digest, key]));
  return hex.map((digest) => found.get(digest) ?? null);
}

/**
 * The last transaction that changed what any key or account may do, and the time of the database. What was read of keys
 * after this was seen holds until `changedIn` is another, or a key expires.
 */
export async function readAccessState(db: Db): Promise<{ changedIn: string; now: Date }> {
  const [state] = await db.$queryRaw<{ changedIn: string; now: Date }[]>(sql`
    SELECT changed_in::text AS "changedIn", clock_timestamp() AS now FROM access_change`);
  if (!state) throw new Error('access_change has no row');
  return state;
}

/** In the order of the ids: the rules of a key in use, or null when it no longer opens the API. */
export async function readKeyRules(db: Db, keyIds: string[]): Promise<(KeyRules | null)[]> {
  // LIMIT: one look-up for each key, whatever the statistics say
  const rows = await db.$queryRaw<(KeyRules & { id: string })[]>(sql`
    SELECT k.id, ${keyRules()}
      FROM unnest(${keyIds}::uuid[]) AS requested(id)
     CROSS JOIN LATERAL (SELECT * FROM api_key WHERE api_key.id = requested.id LIMIT 1) k
     CROSS JOIN LATERAL (SELECT * FROM account WHERE account.id = k.account_id LIMIT 1) a
     WHERE ${isKeyActive} AND a.status = 'active'`);
  const found = new Map(rows.map(({ id, ...rules }) => [id, rules]));
  return keyIds.map((id) => found.get(id) ?? null);
}

/** A condition for statements that write for a client: its key still has `scope`. They check its account themselves. */
export const isKeyLive = (keyId: string | null, scope: KeyScope) =>
  sql`EXISTS (SELECT FROM api_key k WHERE k.id = ${keyId}::uuid AND ${isKeyActive} AND k.scope IN (${scope}, 'purchase'))`;

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
} & KeyLimits;

export async function insertKey(db: Pick<Db, 'apiKey'>, key: NewKeyRow): Promise<void> {
  await db.apiKey.create({
    data: {
      ...key,
      allowedCidrs: [...key.allowedCidrs],
      digest: new Uint8Array(key.digest),
      secretEncrypted: new Uint8Array(key.secretEncrypted),
    },
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
  return db.apiKey.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } }) as Promise<StoredKey[]>;
}

/** A key of an account, without what opens it. */
export type FoundKey = Pick<StoredKey, 'id' | 'name' | 'display' | 'accountId' | 'revokedAt'> & { account: string };

/**
 * At most `limit` keys with a text in their name or in what is shown of them, in any case: the newest, those in use
 * first. `accountId`: only of this account; null: of all live ones. It looks at every key that may be one: an account
 * has a few.
 */
export function searchKeys(
  db: Db,
  { text, accountId, limit }: { text: string; accountId: string | null; limit: number },
): Promise<FoundKey[]> {
  const whose = accountId === null ? sql`a.mode = 'live'` : sql`k.account_id = ${accountId}::uuid`;
  return db.$queryRaw<FoundKey[]>(sql`
    SELECT k.id, k.name, k.display, k.account_id AS "accountId", k.revoked_at AS "revokedAt", a.name AS account
      FROM api_key k JOIN account a ON a.id = k.account_id
     WHERE ${whose} AND position(lower(${text}::text) IN lower(k.name || ' ' || k.display)) > 0
     ORDER BY k.revoked_at IS NOT NULL, k.created_at DESC, k.id LIMIT ${limit}`);
}

/** Whether that moment is over, by the clock of the database. */
export async function isOver(db: DbOrTransaction, at: Date): Promise<boolean> {
  const [row] = await db.$queryRaw<{ over: boolean }[]>(sql`SELECT ${at}::timestamptz <= clock_timestamp() AS over`);
  return row?.over ?? true;
}

export type LimitedKey = { kind: 'set'; was: StoredKey; key: StoredKey } | Refused<'no_active_key' | 'expires_in_past'>;

/** Sets the limits of an active key; those that `change` does not name stay. `accountId`: only of this account. */
export async function setKeyLimits(
  tx: DbOrTransaction,
  { keyId, accountId }: { keyId: string; accountId: string | null },
  change: Partial<KeyLimits>,
): Promise<LimitedKey> {
  await tx.$queryRaw(sql`SELECT FROM api_key WHERE id = ${keyId}::uuid FOR NO KEY UPDATE`);
  const mine = { id: keyId, revokedAt: null, ...(accountId !== null && { accountId }) };
  const was = (await tx.apiKey.findFirst({ where: mine })) as StoredKey | null;
  if (was === null) return { kind: 'no_active_key', id: keyId };
  const { expiresAt = was.expiresAt } = change;
  const moved = expiresAt?.getTime() !== was.expiresAt?.getTime();
  if (expiresAt !== null && moved && (await isOver(tx, expiresAt))) return { kind: 'expires_in_past', at: expiresAt };
  const { scope = was.scope, allowedCidrs = was.allowedCidrs, dailyLimitKobo = was.dailyLimitKobo } = change;
  const data = { scope, expiresAt, allowedCidrs: [...allowedCidrs], dailyLimitKobo };
  const key = await tx.apiKey.update({ where: { id: keyId }, data });
  return { kind: 'set', was, key: key as StoredKey };
}

type RevokedKey = { id: string; accountId: string; name: string };

/** `accountId`: only a key of this account; null: any. Null when there is no such key, or it is already revoked. */
export async function revokeKey(
  db: DbOrTransaction,
  keyId: string,
  accountId: string | null = null,
): Promise<RevokedKey | null> {
  const [revoked] = await db.$queryRaw<RevokedKey[]>(sql`
    UPDATE api_key SET revoked_at = now()
     WHERE id = ${keyId}::uuid AND revoked_at IS NULL AND account_id = coalesce(${accountId}::uuid, account_id)
    RETURNING id, account_id AS "accountId", name`);
  return revoked ?? null;
}

/** A key of this account, also a revoked one; null: of any. */
export async function findKey(db: DbOrTransaction, id: string, accountId: string | null): Promise<StoredKey | null> {
  return (await db.apiKey.findFirst({ where: { id, ...(accountId !== null && { accountId }) } })) as StoredKey | null;
}

/** The newest active key of a test account that may buy, as it is stored; null for a live account, or without one. */
export async function findTestKey(db: Db, accountId: string): Promise<Sealed | null> {
  const [row] = await db.$queryRaw<Sealed[]>(sql`
    SELECT k.id, k.secret_encrypted AS "secretEncrypted", k.master_fingerprint AS "masterFingerprint"
      FROM api_key k JOIN account a ON a.id = k.account_id AND a.mode = 'test'
     WHERE k.account_id = ${accountId}::uuid AND ${maySign}
     ORDER BY k.created_at DESC, k.id DESC LIMIT 1`);
  return row ?? null;
}

/** The keys of an account that may sign its events, in their order: the first does, the second after it. */
export function listSigningKeys(db: Db, accountId: string): Promise<SigningKey[]> {
  return db.$queryRaw<SigningKey[]>(sql`
    SELECT k.id, k.name, k.display, k.created_at AS "createdAt" FROM api_key k
     WHERE k.account_id = ${accountId}::uuid AND ${maySign} ORDER BY k.created_at DESC, k.id DESC`);
}

type SigningKey = Pick<StoredKey, 'id' | 'name' | 'display' | 'createdAt'>;

/** Whether the account has an active key that may buy, with which its events can be signed. */
export async function hasSigningKey(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ active: boolean }[]>(sql`
    SELECT EXISTS (SELECT FROM api_key k WHERE k.account_id = ${accountId}::uuid AND ${maySign}) AS active`);
  return row?.active ?? false;
}

/** Purchases of a key on one Lagos day (`2026-11-23`), without what was refunded since. */
export type KeyDay = { day: string; purchases: number; spentKobo: bigint };

/** The days that are shown of each key, today's among them. */
export const SHOWN_DAYS = 14;

/**
 * Reads what the keys of an account bought on each of the last 14 Lagos days, by key id, the oldest day first and
 * without gaps. It reads one row for each key and day with a purchase, however many purchases there were.
 */
export async function readKeyUse(db: Db, accountId: string): Promise<Map<string, KeyDay[]>> {
  const rows = await db.$queryRaw<(KeyDay & { keyId: string })[]>(sql`
    SELECT k.id AS "keyId", to_char(shown.day, 'YYYY-MM-DD') AS day, coalesce(bought.purchases, 0) AS purchases,
           coalesce(bought.spent_kobo, 0) AS "spentKobo"
      FROM (SELECT (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS day) today
     CROSS JOIN generate_series(today.day - ${SHOWN_DAYS - 1}::integer, today.day, interval '1 day') AS shown (day)
     CROSS JOIN api_key k
      LEFT JOIN api_key_day bought ON bought.key_id = k.id AND bought.day = shown.day::date
     WHERE k.account_id = ${accountId}::uuid
     ORDER BY k.id, shown.day`);
  const use = new Map<string, KeyDay[]>();
  for (const { keyId, ...day } of rows) use.set(keyId, [...(use.get(keyId) ?? []), day]);
  return use;
}

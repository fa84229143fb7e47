import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { Sealed } from './master-key';

/** A value under the master key: an API key, or a webhook secret. `inUse`: something may still be signed with it. */
export type SealedRow = Sealed & { kind: 'key' | 'webhook_secret'; accountId: string; inUse: boolean };

export async function countSealed(db: Db): Promise<{ keys: number; webhookSecrets: number }> {
  const [keys, webhookSecrets] = await Promise.all([db.apiKey.count(), db.webhookSecret.count()]);
  return { keys, webhookSecrets };
}

/** How many values in use there are under each master key; a null fingerprint: it was written before there were any. */
export function countInUseByMasterKey(db: DbOrTransaction): Promise<{ fingerprint: string | null; values: number }[]> {
  return db.$queryRaw(sql`
    SELECT fingerprint, count(*)::integer AS values FROM (
      SELECT master_fingerprint AS fingerprint FROM api_key WHERE revoked_at IS NULL
       UNION ALL
      SELECT master_fingerprint FROM webhook_secret WHERE ends_at IS NULL OR ends_at > clock_timestamp()) sealed
     GROUP BY fingerprint ORDER BY values DESC, fingerprint`);
}

/** At most `limit` values, by id after `afterId`, that are not known to be under the master key of that fingerprint. */
export function listSealedNotUnder(
  db: Db,
  masterFingerprint: string,
  afterId: string,
  limit: number,
): Promise<SealedRow[]> {
  return db.$queryRaw<SealedRow[]>(sql`
    SELECT * FROM (
      SELECT 'key' AS kind, id, account_id AS "accountId", secret_encrypted AS "secretEncrypted",
             master_fingerprint AS "masterFingerprint", revoked_at IS NULL AS "inUse"
        FROM api_key
       UNION ALL
      SELECT 'webhook_secret', id, account_id, secret_encrypted, master_fingerprint,
             ends_at IS NULL OR ends_at > clock_timestamp()
        FROM webhook_secret) sealed
     WHERE id > ${afterId}::uuid AND "masterFingerprint" IS DISTINCT FROM ${masterFingerprint}
     ORDER BY id LIMIT ${limit}`);
}

/** Replaces the encrypted value of a row. False when another process has replaced it meanwhile. */
export async function replaceSealed(
  db: Db,
  { kind, id, secretEncrypted: from }: Pick<SealedRow, 'kind' | 'id' | 'secretEncrypted'>,
  { to, masterFingerprint }: { to: Uint8Array; masterFingerprint: string },
): Promise<boolean> {
  const table = kind === 'key' ? sql`api_key` : sql`webhook_secret`;
  const changed = await db.$executeRaw(sql`
    UPDATE ${table} SET secret_encrypted = ${to}, master_fingerprint = ${masterFingerprint}
     WHERE id = ${id}::uuid AND secret_encrypted = ${from}`);
  return changed === 1;
}

import type { WebhookSecret } from '../generated/prisma/client';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A secret that signs events now. `endsAt`: when it stops; null for the current one. */
type SigningSecret = Pick<WebhookSecret, 'id' | 'display' | 'createdAt' | 'endsAt'>;

export type NewSecretRow = Omit<WebhookSecret, 'createdAt' | 'endsAt' | 'secretEncrypted'> & {
  secretEncrypted: Buffer;
};

/** The secrets that sign the account's events now: the current one first, then the one before it, until its end. */
export function listSigningSecrets(db: DbOrTransaction, accountId: string): Promise<SigningSecret[]> {
  return db.$queryRaw<SigningSecret[]>(sql`
    SELECT id, display, created_at AS "createdAt", ends_at AS "endsAt" FROM webhook_secret
     WHERE account_id = ${accountId}::uuid AND (ends_at IS NULL OR ends_at > clock_timestamp())
     ORDER BY ends_at DESC NULLS FIRST`);
}

/** False, and nothing is written, when the account has a current secret. */
export async function insertFirstSecret(db: DbOrTransaction, row: NewSecretRow): Promise<boolean> {
  const written = await db.$executeRaw(sql`
    INSERT INTO webhook_secret (${COLUMNS}) VALUES (${valuesOf(row)})
    ON CONFLICT (account_id) WHERE ends_at IS NULL DO NOTHING`);
  return written === 1;
}

/** The secret before signs for `overlapMs` more, an older one ends now. False: `currentId` is not current any more. */
export async function replaceCurrentSecret(
  db: DbOrTransaction,
  row: NewSecretRow,
  { currentId, overlapMs }: { currentId: string; overlapMs: number },
): Promise<boolean> {
  const written = await db.$executeRaw(sql`
    WITH replaced AS (
      UPDATE webhook_secret SET ends_at = clock_timestamp() + ${toInterval(overlapMs)}::interval
       WHERE id = ${currentId}::uuid AND account_id = ${row.accountId}::uuid AND ends_at IS NULL RETURNING account_id),
    dropped AS (
      UPDATE webhook_secret older SET ends_at = clock_timestamp()
        FROM replaced WHERE older.account_id = replaced.account_id AND older.ends_at > clock_timestamp())
    INSERT INTO webhook_secret (${COLUMNS}) SELECT ${valuesOf(row)} FROM replaced`);
  return written === 1;
}

/** Ends every secret of the account: its events have no signature from now on. False when it had none. */
export async function endSecrets(db: DbOrTransaction, accountId: string): Promise<boolean> {
  const ended = await db.$executeRaw(sql`
    UPDATE webhook_secret SET ends_at = clock_timestamp()
     WHERE account_id = ${accountId}::uuid AND (ends_at IS NULL OR ends_at > clock_timestamp())`);
  return ended > 0;
}

const COLUMNS = sql`id, account_id, display, secret_encrypted, key_version, master_fingerprint`;
const valuesOf = (row: NewSecretRow) => sql`
  ${row.id}::uuid, ${row.accountId}::uuid, ${row.display}::text, ${row.secretEncrypted}::bytea,
  ${row.keyVersion}::smallint, ${row.masterFingerprint}::text`;

export type Signers = {
  /** The API key of the hash; null when there was none, and so nothing was sent. */
  key: { name: string; display: string } | null;
  /** The webhook secrets of the signature, the current one first; none: it had no signature. */
  secrets: string[];
};

/** As when the delivery was claimed; a key counts with its present expiry and scope. Null: it was not claimed. */
export async function readSigners(db: Db, accountId: string, deliveryId: string): Promise<Signers | null> {
  const [row] = await db.$queryRaw<Signers[]>(sql`
    SELECT (SELECT jsonb_build_object('name', k.name, 'display', k.display) FROM api_key k
             WHERE k.account_id = c.account_id AND k.scope = 'purchase' AND k.created_at <= c.claimed_at
               AND (k.revoked_at IS NULL OR k.revoked_at > c.claimed_at)
               AND (k.expires_at IS NULL OR k.expires_at > c.claimed_at)
             ORDER BY k.created_at DESC, k.id DESC LIMIT 1) AS key,
           ARRAY (SELECT s.display FROM webhook_secret s
                   WHERE s.account_id = c.account_id AND s.created_at <= c.claimed_at
                     AND (s.ends_at IS NULL OR s.ends_at > c.claimed_at)
                   ORDER BY s.ends_at DESC NULLS FIRST) AS secrets
      FROM webhook_event c
     WHERE c.id = ${deliveryId}::uuid AND c.account_id = ${accountId}::uuid AND c.claimed_at IS NOT NULL`);
  return row ?? null;
}

import type { WebhookSecret } from '../generated/prisma/client';
import { type DbOrTransaction, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A secret that signs events now. `endsAt`: when it stops; null for the current one. */
type SigningSecret = Pick<WebhookSecret, 'id' | 'display' | 'createdAt' | 'endsAt'>;

export type NewSecretRow = {
  id: string;
  accountId: string;
  display: string;
  secretEncrypted: Buffer;
  keyVersion: number;
  masterFingerprint: string;
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

/**
 * Makes `row` the current secret. The one before it, `currentId`, goes on signing for `overlapMs`; one that is older
 * than that ends now. False, and nothing is changed, when `currentId` is not the account's current secret (any more).
 */
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

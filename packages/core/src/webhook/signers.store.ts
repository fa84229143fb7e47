import { type Db, sql } from '../shared/db';

/** What signed a delivery, by the texts under which pages show them. */
export type Signers = {
  /** The API key of the hash; null when there was none, and so nothing was sent. */
  key: { name: string; display: string } | null;
  /** The webhook secrets of the signature, the current one first; none: it had no signature. */
  secrets: string[];
};

/**
 * What was active when a delivery was claimed, as `claimNextEvents` chooses it. A key counts with the expiry and
 * the scope that it has now. Null when the account has no such delivery, or it was not claimed.
 */
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

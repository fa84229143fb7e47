import { idRange } from '../../reporting/service-totals.store';
import { type DbOrTransaction, sql } from '../../shared/db';

/**
 * Finds the attempts of all rows that have none yet: by our own reference, then by the provider's id, which another row
 * of the same sale may share. Returns how many it found.
 */
export async function matchRows(db: DbOrTransaction, provider: string, fromDay: string): Promise<number> {
  const byReference = await db.$executeRaw(sql`
    WITH unmatched AS MATERIALIZED (${UNMATCHED(provider, fromDay)} AND r.provider_ref IS NOT NULL)
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
    SELECT r.id, a.purchase_id, a.number, a.sent_at, 'reference'
      FROM unmatched r
      JOIN LATERAL (
           SELECT q.id AS purchase_id, q.attempt AS number, q.sent_at FROM purchase q
            WHERE q.provider_ref = r.provider_ref AND q.provider = ${provider} AND q.sends = 1
            UNION ALL
           SELECT c.purchase_id, c.number, c.sent_at FROM closed_attempt c
            WHERE c.provider_ref = r.provider_ref AND c.provider = ${provider} AND c.sends = 1) a ON true
    ON CONFLICT DO NOTHING`);
  const bySibling = await db.$executeRaw(sql`
    WITH unmatched AS MATERIALIZED (${UNMATCHED(provider, fromDay)} AND r.provider_transaction_id IS NOT NULL)
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
    SELECT DISTINCT ON (r.id) r.id, m.purchase_id, m.number, m.sent_at, 'transaction_id'
      FROM unmatched r
      JOIN statement_row s ON s.provider = ${provider} AND s.provider_transaction_id = r.provider_transaction_id
      JOIN statement_match m ON m.row_id = s.id
     ORDER BY r.id, m.row_id
    ON CONFLICT DO NOTHING`);
  return byReference + bySibling + (await matchByTransactionId(db, provider, fromDay));
}

/**
 * By the provider's id that the answer to the send, or to a requery, held: for orders of a week before the rows. What a
 * JSON value equals is not estimated, so the planner would read all orders for each row: 20,000 of them took minutes.
 */
async function matchByTransactionId(tx: DbOrTransaction, provider: string, fromDay: string): Promise<number> {
  const unmatched = sql`${UNMATCHED(provider, fromDay)} AND r.provider_transaction_id IS NOT NULL`;
  const [span] = await tx.$queryRaw<{ since: Date | null; until: Date | null }[]>(sql`
    SELECT min(at) - interval '7 days' AS since, max(at) + interval '1 day' AS until FROM (${unmatched}) u`);
  if (!span?.since || !span.until) return 0;
  await tx.$executeRaw(sql`SET LOCAL enable_nestloop = off`);
  const matched = await tx.$executeRaw(sql`
    WITH unmatched AS MATERIALIZED (${unmatched})
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
    SELECT DISTINCT ON (r.id) r.id, a.purchase_id, a.number, a.sent_at, 'transaction_id'
      FROM attempt a
      JOIN unmatched r ON r.provider_transaction_id = a.evidence ->> 'provider_transaction_id'
     WHERE ${idRange({ since: span.since, until: span.until }, sql`a.purchase_id`)}
       AND a.provider = ${provider} AND a.sends = 1
     ORDER BY r.id, a.purchase_id
    ON CONFLICT DO NOTHING`);
  await tx.$executeRaw(sql`SET LOCAL enable_nestloop = on`);
  return matched;
}

const UNMATCHED = (provider: string, fromDay: string) => sql`
  SELECT r.id, r.at, r.provider_ref, r.provider_transaction_id FROM statement_row r
   WHERE r.provider = ${provider} AND r.day >= ${fromDay}::date
     AND NOT EXISTS (SELECT FROM statement_match m WHERE m.row_id = r.id)`;

/** Notes the attempt that a row is about, as a person says. False when the row has one already, or is not there. */
export async function matchByHand(
  db: DbOrTransaction,
  { rowId, purchaseId, number, by }: { rowId: bigint; purchaseId: string; number: number; by: string },
): Promise<boolean> {
  const written = await db.$executeRaw(sql`
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how, matched_by)
    SELECT r.id, a.purchase_id, a.number, a.sent_at, 'person', ${by}
      FROM statement_row r
      JOIN attempt a ON a.purchase_id = ${purchaseId}::uuid AND a.number = ${number} AND a.provider = r.provider
                    AND a.sends = 1
     WHERE r.id = ${rowId}
    ON CONFLICT DO NOTHING`);
  return written === 1;
}

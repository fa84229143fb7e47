import { type Db, sql } from '../../shared/db';

/**
 * The sum of the absolute differences, in kobo, between each wallet and the last balance in its ledger. It is 0 at
 * every moment, because one transaction writes both.
 *
 * It costs one index look-up per account, so it can run every minute. `verifyBooks` recomputes everything.
 */
export async function readDrift(db: Db): Promise<bigint> {
  const [row] = await db.$queryRaw<{ driftKobo: bigint }[]>(sql`
    SELECT coalesce(sum(abs(w.balance_kobo - coalesce(e.balance_after_kobo, 0))), 0)::bigint AS "driftKobo"
      FROM wallet w
      LEFT JOIN LATERAL (SELECT balance_after_kobo FROM ledger_entry l
                          WHERE l.account_id = w.account_id ORDER BY l.id DESC LIMIT 1) e ON true`);
  if (!row) throw new Error('SELECT without a row');
  return row.driftKobo;
}

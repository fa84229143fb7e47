import { type Db, sql } from '../../shared/db';

/**
 * By how many kobo wallets differ from where their ledgers end, each difference counted as positive. This is the part of the books that can be looked at every
 * minute: it costs one index look-up for each account. Wallet and ledger are written in one transaction, so at any moment the two agree. `verifyBooks`
 * recomputes all of the books.
 */
export async function readDrift(db: Db): Promise<bigint> {
  const [row] = await db.$queryRaw<{ driftKobo: bigint }[]>(sql`
    SELECT coalesce(sum(abs(w.balance_kobo - coalesce(e.balance_after_kobo, 0))), 0)::bigint AS "driftKobo"
      FROM wallet w
      LEFT JOIN LATERAL (SELECT balance_after_kobo FROM ledger_entry l WHERE l.account_id = w.account_id ORDER BY l.id DESC LIMIT 1) e ON true`);
  if (!row) throw new Error('SELECT without a row');
  return row.driftKobo;
}

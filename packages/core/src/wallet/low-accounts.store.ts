import type { AccountSummary } from '../account/account.store';
import { type Db, sql } from '../shared/db';

type LowAccount = Pick<AccountSummary, 'id' | 'name' | 'balanceKobo'> & {
  /** Debits of the last 24 hours, minus the refunds since then. */
  spentKobo: bigint;
};

/**
 * Active live accounts with a balance below what they spent in the last 24 hours, the lowest share first.
 *
 * The spending of a day is the balance before its first debit, plus the funding since, minus the balance now: a few
 * look-ups per account, where summing half a million purchases took 3 s. Ids of entries grow with time, but for the 5 s
 * of a statement, so the first id of the day is found once, by halving the range of all ids.
 */
export function listLowAccounts(db: Db): Promise<LowAccount[]> {
  return db.$queryRaw<LowAccount[]>(sql`
    WITH RECURSIVE day AS (SELECT clock_timestamp() - interval '24 hours' AS since),
    range AS (
      SELECT 0::bigint AS low, coalesce(max(e.id), 0) + 1 AS high FROM ledger_entry e
       UNION ALL
      SELECT CASE WHEN half.is_since THEN half.low ELSE half.middle + 1 END,
             CASE WHEN half.is_since THEN half.middle ELSE half.high END
        FROM (SELECT r.low, r.high, (r.low + r.high) / 2 AS middle,
                     (SELECT e.created_at FROM ledger_entry e WHERE e.id >= (r.low + r.high) / 2
                       ORDER BY e.id LIMIT 1) >= (SELECT since FROM day) - interval '6 seconds' AS is_since
                FROM range r WHERE r.low < r.high) half),
    first AS MATERIALIZED (SELECT max(low) AS id FROM range)
    SELECT * FROM (
      SELECT a.id, a.name, w.balance_kobo AS "balanceKobo",
             (debit.balance_before_kobo + coalesce(paid_in.total, 0) - w.balance_kobo)::bigint AS "spentKobo"
        FROM account a JOIN wallet w ON w.account_id = a.id
       CROSS JOIN LATERAL (SELECT d.id, d.balance_before_kobo FROM ledger_entry d
                            -- rows are compared, because after an equality the primary key gives the same order
                            WHERE (d.account_id, d.id) >= (a.id, (SELECT id FROM first)) AND d.account_id <= a.id
                              AND d.kind = 'debit' AND d.created_at > (SELECT since FROM day)
                            ORDER BY d.account_id, d.id LIMIT 1) debit
       CROSS JOIN LATERAL (SELECT sum(e.amount_kobo) AS total FROM ledger_entry e
                            WHERE e.account_id = a.id AND e.purchase_id IS NULL AND e.id > debit.id) paid_in
       WHERE a.status = 'active' AND a.mode = 'live') lately
     WHERE "balanceKobo" < "spentKobo" ORDER BY "balanceKobo"::float8 / "spentKobo", name`);
}

import type { AccountSummary } from '../account/account.store';
import { type Db, sql } from '../shared/db';

export type LowAccount = Pick<AccountSummary, 'id' | 'name' | 'balanceKobo'> & {
  /** Debits of the last 24 hours, minus the refunds since then. */
  spentKobo: bigint;
};

/**
 * Active accounts with a balance below what they spent in the last 24 hours, the lowest share first.
 *
 * The ledger has running balances. So the spending of a day is the balance before its first purchase, plus the funding
 * since, minus the balance now: a few index look-ups per account. (Summing half a million purchases took 3 s.)
 */
export function listLowAccounts(db: Db): Promise<LowAccount[]> {
  return db.$queryRaw<LowAccount[]>(sql`
    SELECT * FROM (
      SELECT a.id, a.name, w.balance_kobo AS "balanceKobo",
             (debit.balance_before_kobo + coalesce(paid_in.total, 0) - w.balance_kobo)::bigint AS "spentKobo"
        FROM account a JOIN wallet w ON w.account_id = a.id
       CROSS JOIN LATERAL (SELECT p.created_at FROM purchase p
                            WHERE p.account_id = a.id AND p.created_at > clock_timestamp() - interval '24 hours'
                            ORDER BY p.created_at LIMIT 1) first
       -- a batch debits several purchases at the same moment: the first of them
       CROSS JOIN LATERAL (SELECT d.id, d.balance_before_kobo
                             FROM purchase p JOIN ledger_entry d ON d.purchase_id = p.id AND d.kind = 'debit'
                            WHERE p.account_id = a.id AND p.created_at = first.created_at ORDER BY d.id LIMIT 1) debit
       CROSS JOIN LATERAL (SELECT sum(e.amount_kobo) AS total FROM ledger_entry e
                            WHERE e.account_id = a.id AND e.purchase_id IS NULL AND e.id > debit.id) paid_in
       WHERE a.status = 'active') lately
     WHERE "balanceKobo" < "spentKobo" ORDER BY "balanceKobo"::float8 / "spentKobo", name`);
}

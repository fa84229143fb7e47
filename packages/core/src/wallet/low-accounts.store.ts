import type { AccountSummary } from '../account/account.store';
import { type Db, sql } from '../shared/db';

export type LowAccount = Pick<AccountSummary, 'id' | 'name' | 'balanceKobo'> & {
  /** What its purchases took from its wallet in the last 24 hours, less what was refunded meanwhile. */
  spentKobo: bigint;
};

/**
 * Active accounts whose balance would not last another day like the last: it is below what they spent in 24 hours. The emptiest first.
 *
 * The ledger has running balances, so a day's spending is where the wallet stood before the first purchase of the day, and what was paid in since, less
 * where it stands now: a few index look-ups for each account, however much it buys. (Summing half a million purchases took 3 s.)
 */
export function listLowAccounts(db: Db): Promise<LowAccount[]> {
  return db.$queryRaw<LowAccount[]>(sql`
    SELECT * FROM (
      SELECT a.id, a.name, w.balance_kobo AS "balanceKobo", (debit.balance_before_kobo + coalesce(paid_in.total, 0) - w.balance_kobo)::bigint AS "spentKobo"
        FROM account a JOIN wallet w ON w.account_id = a.id
       CROSS JOIN LATERAL (SELECT p.created_at FROM purchase p WHERE p.account_id = a.id AND p.created_at > clock_timestamp() - interval '24 hours'
                            ORDER BY p.created_at LIMIT 1) first
       -- of those debited at the same moment, together in one batch, the first
       CROSS JOIN LATERAL (SELECT d.id, d.balance_before_kobo FROM purchase p JOIN ledger_entry d ON d.purchase_id = p.id AND d.kind = 'debit'
                            WHERE p.account_id = a.id AND p.created_at = first.created_at ORDER BY d.id LIMIT 1) debit
       CROSS JOIN LATERAL (SELECT sum(e.amount_kobo) AS total FROM ledger_entry e
                            WHERE e.account_id = a.id AND e.purchase_id IS NULL AND e.id > debit.id) paid_in
       WHERE a.status = 'active') lately
     WHERE "balanceKobo" < "spentKobo" ORDER BY "balanceKobo"::float8 / "spentKobo", name`);
}

import { sql } from '../../shared/db';
import type { Check } from './books.store';

/** Checks of the money: every balance is recomputed from the ledger, and every entry from its purchase. */
export const ledgerChecks: readonly Check[] = [
  {
    id: 'A01',
    title: 'every account has a wallet, every wallet has an account, and its balance is the sum of its ledger entries',
    violations: () => sql`
      SELECT account_id AS "accountId", w.balance_kobo AS "balanceKobo", coalesce(e.total, 0) AS "ledgerKobo"
        FROM (SELECT id AS account_id, true AS is_there FROM account) a
        FULL JOIN wallet w USING (account_id)
        FULL JOIN (SELECT account_id, sum(amount_kobo) AS total FROM ledger_entry GROUP BY account_id) e
                  USING (account_id)
       WHERE w.balance_kobo IS DISTINCT FROM coalesce(e.total, 0) OR a.is_there IS NULL`,
  },
  {
    id: 'A02',
    title: 'no balance is or was ever negative, except after an adjustment',
    violations: () => sql`
      SELECT account_id AS "accountId", NULL::bigint AS "entryId", balance_kobo AS "balanceKobo"
        FROM wallet WHERE balance_kobo < 0 AND balance_kobo < floor_kobo
       UNION ALL
      SELECT account_id, id, least(balance_before_kobo, balance_after_kobo) FROM ledger_entry
       WHERE (balance_before_kobo < 0 OR balance_after_kobo < 0)
         AND NOT EXISTS (SELECT FROM ledger_entry made
                          WHERE made.account_id = ledger_entry.account_id AND made.id <= ledger_entry.id
                            AND made.kind = 'adjustment' AND made.balance_after_kobo < 0)`,
  },
  {
    id: 'A03',
    title: 'each ledger entry starts at the balance after the previous entry, and adds its amount to it',
    violations: () => sql`
      SELECT account_id AS "accountId", id AS "entryId", previous AS "previousKobo",
             balance_before_kobo AS "balanceBeforeKobo", amount_kobo AS "amountKobo",
             balance_after_kobo AS "balanceAfterKobo"
        FROM (SELECT e.*, coalesce(lag(balance_after_kobo) OVER (PARTITION BY account_id ORDER BY id), 0) AS previous
                FROM ledger_entry e) chain
       WHERE balance_before_kobo <> previous OR balance_after_kobo <> balance_before_kobo::numeric + amount_kobo`,
  },
  {
    id: 'A04',
    title: 'each purchase was debited exactly once, by its charge',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.amount_kobo AS "amountKobo",
             coalesce(d.entries, 0) AS "debits", coalesce(d.total, 0) AS "debitedKobo"
        FROM purchase p
        LEFT JOIN (SELECT purchase_id, count(*) AS entries, sum(amount_kobo) AS total
                     FROM ledger_entry WHERE kind = 'debit' GROUP BY purchase_id) d
               ON d.purchase_id = p.id
       WHERE d.entries IS DISTINCT FROM 1 OR d.total <> -p.amount_kobo`,
  },
  {
    id: 'A05',
    title: 'each failed or refunded purchase was refunded exactly once, by its charge, and no other purchase was',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.status, p.amount_kobo AS "amountKobo",
             coalesce(r.entries, 0) AS "refunds", coalesce(r.total, 0) AS "refundedKobo"
        FROM purchase p
        LEFT JOIN (SELECT purchase_id, count(*) AS entries, sum(amount_kobo) AS total
                     FROM ledger_entry WHERE kind = 'refund' GROUP BY purchase_id) r
               ON r.purchase_id = p.id
       WHERE coalesce(r.entries, 0) <> CASE WHEN p.status IN ('failed', 'refunded') THEN 1 ELSE 0 END
          OR r.total <> p.amount_kobo`,
  },
  {
    id: 'A06',
    title: 'each debit and refund belongs to a purchase of the same account and reference, and no other entry does',
    violations: () => sql`
      SELECT e.id AS "entryId", e.account_id AS "accountId", e.kind, e.purchase_id AS "purchaseId", e.reference,
             e.amount_kobo AS "amountKobo", p.account_id AS "purchaseAccountId", p.request_ref AS "requestRef"
        FROM ledger_entry e LEFT JOIN purchase p ON p.id = e.purchase_id
       WHERE (e.kind IN ('debit', 'refund')) <> (e.purchase_id IS NOT NULL)
          OR (e.purchase_id IS NOT NULL
              AND (e.account_id, e.reference) IS DISTINCT FROM (p.account_id, p.request_ref::text))`,
  },
];

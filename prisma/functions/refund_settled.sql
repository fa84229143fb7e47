-- Gives the money of failed and refunded purchases back. It writes the ledger entries in the order of the settlements,
-- each from the balance that the one before left, then the wallets, which the caller has locked.
CREATE OR REPLACE FUNCTION refund_settled(p_settled settlement[]) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  WITH refund AS MATERIALIZED (
    SELECT item.account_id, item.id, item.request_ref, item.amount_kobo, item.ordinality,
           wallet.balance_kobo AS balance_before_all,
           sum(item.amount_kobo) OVER (PARTITION BY item.account_id ORDER BY item.ordinality) AS sum_so_far
      FROM unnest(p_settled) WITH ORDINALITY AS item
     CROSS JOIN LATERAL (SELECT w.balance_kobo FROM wallet w WHERE w.account_id = item.account_id LIMIT 1) wallet),
  total AS MATERIALIZED (
    SELECT jsonb_object_agg(per_account.account_id, per_account.sum) AS by_account
      FROM (SELECT account_id, sum(amount_kobo) FROM refund GROUP BY account_id) per_account),
  entry AS (
    INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                              balance_before_kobo, balance_after_kobo, reference)
    SELECT refund.account_id, refund.id, 'refund', refund.amount_kobo,
           refund.balance_before_all + refund.sum_so_far - refund.amount_kobo,
           refund.balance_before_all + refund.sum_so_far,
           refund.request_ref
      FROM refund ORDER BY refund.ordinality)
  UPDATE wallet w
     SET balance_kobo = w.balance_kobo + ((SELECT by_account FROM total) ->> w.account_id::text)::bigint
   WHERE w.account_id = ANY (ARRAY(SELECT refund.account_id FROM refund));
END $$;

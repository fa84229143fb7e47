-- Adds test money to the wallet of a test account. Each call adds it again. Locks the wallet.
--
-- Returns one row. Outcomes:
--   funded       done, with the new balance
--   not_test     the account is live, closed, or there is none: nothing changes, and the other column is NULL
--   too_much     the balance would be above a billion naira
CREATE OR REPLACE FUNCTION fund_test_wallet(p_account uuid, p_amount_kobo bigint)
RETURNS TABLE (outcome text, balance_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c_most_kobo CONSTANT bigint := 100000000000;
  v_balance_kobo bigint;
BEGIN
  SELECT w.balance_kobo INTO v_balance_kobo FROM wallet w WHERE w.account_id = p_account FOR NO KEY UPDATE;
  -- read after the lock: a reset closes an account under it
  IF NOT EXISTS (SELECT FROM account a WHERE a.id = p_account AND a.mode = 'test' AND a.status = 'active') THEN
    RETURN QUERY SELECT 'not_test', NULL::bigint;
  ELSIF v_balance_kobo + p_amount_kobo > c_most_kobo THEN
    RETURN QUERY SELECT 'too_much', v_balance_kobo;
  ELSE
    RETURN QUERY
      SELECT 'funded', entry.balance_after_kobo
        FROM write_entry(p_account, 'funding', p_amount_kobo, 'test-' || gen_random_uuid(), NULL, NULL) entry;
  END IF;
END $$;

-- Adds money to a wallet, once for each (account, reference).
--
-- Returns one row. `funded` is false when the reference was used before: then nothing changes, and the amounts are
-- those of the first time.
-- Locks the wallet. Fails (NO_DATA_FOUND) when the account does not exist.
-- Called by `ops fund` and the console.
CREATE OR REPLACE FUNCTION fund_wallet(p_account uuid, p_amount_kobo bigint, p_reference text)
RETURNS TABLE (funded boolean, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  v_balance_kobo bigint;
BEGIN
  SELECT wallet.balance_kobo INTO STRICT v_balance_kobo
    FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;

  RETURN QUERY
    SELECT false, entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;

  INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
  VALUES (p_account, 'funding', p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo, p_reference);
  UPDATE wallet SET balance_kobo = balance_kobo + p_amount_kobo WHERE account_id = p_account;
  RETURN QUERY SELECT true, p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo;
END $$;

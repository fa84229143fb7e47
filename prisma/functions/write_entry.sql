-- Adds a funding or an adjustment to a ledger and its wallet. It locks the wallet. Returns the new entry. Only an
-- adjustment can bring a balance below zero (CHECKs of both tables).
--
-- p_corrects, p_reason  of an adjustment: the entry that it corrects, if any, and why
-- It asks for no approval and counts nothing, so it is not for roles: fund_wallet and adjust_wallet judge first.
CREATE OR REPLACE FUNCTION write_entry(
  p_account uuid, p_kind text, p_amount_kobo bigint, p_reference text, p_corrects bigint, p_reason text)
RETURNS ledger_entry LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_balance_kobo bigint;
  v_entry ledger_entry;
BEGIN
  SELECT balance_kobo INTO STRICT v_balance_kobo FROM wallet WHERE account_id = p_account FOR NO KEY UPDATE;
  INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference,
                            corrects_id, reason)
  VALUES (p_account, p_kind, p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo, p_reference,
          p_corrects, p_reason)
  RETURNING * INTO v_entry;
  UPDATE wallet SET balance_kobo = v_entry.balance_after_kobo, floor_kobo = least(v_entry.balance_after_kobo, 0)
   WHERE account_id = p_account;
  RETURN v_entry;
END $$;

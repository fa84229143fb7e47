-- fund_wallet for version 0.1.0, which knows no approvals: as `released`, within the limit and the cap. Fails (TP004)
-- when it is refused, and (NO_DATA_FOUND) when the account does not exist.
CREATE OR REPLACE FUNCTION fund_wallet(p_account uuid, p_amount_kobo bigint, p_reference text)
RETURNS TABLE (funded boolean, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_funding record;
BEGIN
  SELECT * INTO v_funding FROM fund_wallet(p_account, p_amount_kobo, p_reference, 'released', NULL);
  IF v_funding.outcome = 'no_such_account' THEN
    RAISE EXCEPTION 'fund_wallet: there is no such account' USING ERRCODE = 'no_data_found';
  END IF;
  PERFORM refuse_released(v_funding.outcome);
  RETURN QUERY
    SELECT v_funding.outcome = 'funded', v_funding.amount_kobo, v_funding.balance_before_kobo,
           v_funding.balance_after_kobo;
END $$;

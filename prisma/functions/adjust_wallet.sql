-- Corrects a wallet by an amount, plus or minus, once for each reference. A reference is the same in its account
-- whatever its case and white space (funding_key).
--
-- p_entry       the ledger entry of this account that it corrects; NULL when there is none
-- p_reason      why; the account's users read it
-- p_below_zero  whether the balance may end below zero. That always needs an approval, which says so
-- p_actor, p_approval  as in fund_wallet. Only a plus counts on the cap
--
-- Returns one row. Outcomes:
--   adjusted          done
--   adjusted_before   the reference was used before: nothing changes, and the amounts are those of the first time
--   no_such_account, no_such_entry  there is none, or it is a test account
--   below_zero        the balance would end below zero; balance_before_kobo says what it is
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded, and bound_kobo: see judge_step
-- Locks the wallet, then the actor's day.
CREATE OR REPLACE FUNCTION adjust_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_entry bigint, p_reason text, p_below_zero boolean,
  p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_balance_kobo bigint;
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM account WHERE account.id = p_account AND account.mode = 'live') THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'adjusted_before', entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'adjustment' AND entry.purchase_id IS NULL
       AND funding_key(entry.reference) = funding_key(p_reference)
     ORDER BY entry.reference = p_reference DESC, entry.id LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;
  IF p_entry IS NOT NULL AND NOT EXISTS (
       SELECT FROM ledger_entry entry WHERE entry.id = p_entry AND entry.account_id = p_account) THEN
    RETURN QUERY SELECT 'no_such_entry', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  IF p_amount_kobo < 0 AND v_balance_kobo + p_amount_kobo < 0 AND NOT p_below_zero THEN
    RETURN QUERY SELECT 'below_zero', NULL::bigint, v_balance_kobo, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'adjust',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference,
             'entry_id', p_entry::text, 'reason', p_reason, 'below_zero', p_below_zero),
           CASE WHEN NOT p_below_zero THEN abs(p_amount_kobo) END, greatest(p_amount_kobo, 0),
           p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'adjustment', p_amount_kobo, p_reference, p_entry, p_reason);
  IF p_amount_kobo > 0 THEN
    PERFORM count_on_cap(p_actor, v_entry, p_approval);
  END IF;
  RETURN QUERY
    SELECT 'adjusted', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

-- Adds money to a wallet, once for each reference. A payment belongs to one account, so a reference is unique in the
-- whole service (funding_reference), whatever its case and white space.
--
-- p_reference  printable ASCII: among other characters are some that look like these, or like nothing
-- A transfer that a collector or our bank has told (collection) is credited as it was told, no matter who asks for it.
--
-- p_actor      whose cap it counts on: the id of an operator, `ops`, or `collector` (record_collection)
-- p_approval   the approval on which it is done (decide_approval); NULL otherwise
--
-- Returns one row. Outcomes:
--   funded           done
--   funded_before    the reference has funded this account with this amount: nothing changes, and the balances are
--                    those of that time
--   reference_used   it has funded another account, or with another amount: nothing changes, and the amounts are those
--                    of that time
--   told_otherwise   a transfer with the reference is known, which has another amount (amount_kobo) or account, or was
--                    reversed or dismissed: nothing changes
--   bad_reference    another character than printable ASCII is in it
--   no_such_account  there is none, or it is a test account (fund_test_wallet)
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded, and bound_kobo: see judge_step
-- Locks the wallet, the reference (advisory), the transfer, then the actor's day.
CREATE OR REPLACE FUNCTION fund_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_key text := funding_key(p_reference);
  v_refusal text;
  v_bound_kobo bigint;
  v_transfer collection;
  v_entry ledger_entry;
BEGIN
  PERFORM FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM account WHERE account.id = p_account AND account.mode = 'live') THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock('funding_reference'::regclass::integer, hashtext(v_key));
  SELECT entry.* INTO v_entry FROM ledger_entry entry
   WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
     AND entry.purchase_id IS NULL;
  IF NOT FOUND THEN
    SELECT entry.* INTO v_entry
      FROM funding_reference used JOIN ledger_entry entry ON entry.id = used.entry_id WHERE used.key = v_key;
  END IF;
  IF FOUND THEN
    -- its transfer may have been listed at the same moment
    UPDATE collection c SET state = 'credited', reason = NULL, entry_id = v_entry.id, account_id = p_account
     WHERE c.key = v_key AND c.state IN ('waiting', 'unassigned') AND coalesce(c.account_id, p_account) = p_account
       AND (v_entry.account_id, v_entry.amount_kobo) = (p_account, c.amount_kobo);
    RETURN QUERY
      SELECT CASE WHEN (v_entry.account_id, v_entry.amount_kobo) = (p_account, p_amount_kobo) THEN 'funded_before'
                  ELSE 'reference_used' END,
             v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
    RETURN;
  END IF;
  SELECT * INTO v_transfer FROM collection c WHERE c.key = v_key FOR NO KEY UPDATE;
  IF v_transfer.amount_kobo <> p_amount_kobo OR v_transfer.account_id <> p_account
     OR v_transfer.state NOT IN ('waiting', 'unassigned') THEN
    RETURN QUERY SELECT 'told_otherwise', v_transfer.amount_kobo, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  IF p_reference COLLATE "C" !~ '^[ -~]*[!-~][ -~]*$' THEN
    RETURN QUERY SELECT 'bad_reference', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'fund',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference),
           p_amount_kobo, p_amount_kobo, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'funding', p_amount_kobo, p_reference, NULL, NULL);
  INSERT INTO funding_reference (key, entry_id) VALUES (v_key, v_entry.id);
  PERFORM count_on_cap(p_actor, v_entry, p_approval);
  UPDATE collection c SET state = 'credited', reason = NULL, entry_id = v_entry.id, account_id = p_account
   WHERE c.id = v_transfer.id;
  RETURN QUERY
    SELECT 'funded', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

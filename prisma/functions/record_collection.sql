-- Records what the collector says of one transfer, and credits it once.
--
-- p_account     whose reserved account it was paid into; NULL: the collector names no account
-- p_amount_kobo what was paid; 0: nothing, with the status `reversed`. If it still has funded a wallet, that
--               amount is recorded
-- p_settled_kobo what reaches us of it; NULL: not told
-- p_status      `paid`, `partly_paid` (never credited without a person) or `reversed`
-- p_most_kobo   above it a person must confirm (COLLECTION_MAX_NAIRA)
-- The other arguments are shown to people as they are.
--
-- Returns one row: id, account and entry of the transfer as it is now, and an outcome:
--   credited    the wallet got it now, by fund_wallet with the actor `collector`
--   known       it was recorded before, or it was never paid and funded nothing: nothing changes. The latter has no id
--   waiting     a person must confirm it: `reason` says why
--   unassigned  a person must say whose it is: `reason` says why. `funded_otherwise`: somebody has funded another
--               account or amount with its reference. What was told as reversed before a wallet had it, and is told as
--               paid, is `waiting` or `unassigned` from then on, never credited
--   reversed    the payer took it back. If a wallet had got it, or a person had dismissed it, that is a finding
--   differs     it was recorded before with another amount or account, which stays, or a wallet had it, it was taken
--               back, and it is paid again. That is a finding
-- Only who may call this is the `collector` (is_guard_actor). It forgets the notice of the transfer.
-- Locks the wallet, the reference (advisory), the transfer, then the day of the collector (advisory).
CREATE OR REPLACE FUNCTION record_collection(
  p_collector text, p_reference text, p_account uuid, p_amount_kobo bigint, p_settled_kobo bigint, p_status text,
  p_paid_on text, p_payer text, p_payer_bank text, p_most_kobo bigint)
RETURNS TABLE (outcome text, reason text, collection_id bigint, account_id uuid, entry_id bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_key text := funding_key(p_reference);
  v_account uuid := (SELECT a.id FROM account a WHERE a.id = p_account AND a.mode = 'live');
  v_transfer collection;
  v_funding record;
  v_is_funded boolean;
  v_differs boolean;
  v_paid_again boolean;
BEGIN
  PERFORM FROM wallet w WHERE w.account_id = v_account FOR NO KEY UPDATE;
  PERFORM pg_advisory_xact_lock('funding_reference'::regclass::integer, hashtext(v_key));
  DELETE FROM collection_notice n WHERE n.collector = p_collector AND n.reference = p_reference;
  v_is_funded := EXISTS (SELECT FROM funding_reference used WHERE used.key = v_key);
  SELECT * INTO v_transfer FROM collection c WHERE c.key = v_key FOR NO KEY UPDATE;
  IF FOUND THEN
    -- what was taken back may have no amount any more
    v_differs := v_transfer.collector <> p_collector OR p_status <> 'reversed' AND (
      v_transfer.amount_kobo <> p_amount_kobo OR coalesce(v_transfer.account_id <> v_account, false));
    v_paid_again := NOT v_differs AND p_status <> 'reversed' AND v_transfer.reversed_at IS NOT NULL;
    outcome := CASE
      WHEN v_differs OR v_paid_again AND v_transfer.state <> 'reversed' THEN 'differs'
      WHEN p_status = 'reversed' AND v_transfer.reversed_at IS NULL THEN 'reversed'
      WHEN NOT v_paid_again THEN 'known'
      WHEN v_transfer.account_id IS NULL OR v_is_funded THEN 'unassigned'
      ELSE 'waiting' END;
    UPDATE collection c
       SET checked_at = clock_timestamp(),
           reversed_at = CASE WHEN outcome = 'reversed' THEN clock_timestamp()
                              WHEN NOT v_paid_again THEN c.reversed_at END,
           state = CASE WHEN outcome = 'reversed' AND c.state IN ('waiting', 'unassigned') THEN 'reversed'
                        WHEN outcome IN ('waiting', 'unassigned') THEN outcome ELSE c.state END,
           reason = CASE outcome WHEN 'reversed' THEN NULL WHEN 'waiting' THEN 'paid_after_all'
                                 WHEN 'unassigned' THEN CASE WHEN v_is_funded THEN 'funded_otherwise' ELSE 'nobody' END
                                 ELSE c.reason END
     WHERE c.id = v_transfer.id;
    PERFORM note_collection_finding(v_transfer.id, outcome, p_amount_kobo, p_account);
    RETURN QUERY SELECT outcome, c.reason, c.id, c.account_id, c.entry_id FROM collection c WHERE c.id = v_transfer.id;
    RETURN;
  END IF;

  IF p_amount_kobo = 0 AND p_status = 'reversed' THEN
    SELECT e.amount_kobo INTO p_amount_kobo
      FROM funding_reference used JOIN ledger_entry e ON e.id = used.entry_id WHERE used.key = v_key;
    IF NOT FOUND THEN
      RETURN QUERY SELECT 'known', NULL, NULL::bigint, NULL::uuid, NULL::bigint;
      RETURN;
    END IF;
  END IF;
  outcome := CASE WHEN p_status = 'reversed' THEN 'reversed' WHEN v_account IS NULL THEN 'unassigned' ELSE 'waiting' END;
  reason := CASE
    WHEN outcome = 'reversed' THEN NULL
    WHEN v_account IS NULL THEN 'nobody'
    WHEN p_status <> 'paid' THEN 'partly_paid'
    WHEN (SELECT r.collections FROM money_rule r) = 'off' THEN 'switched_off'
    WHEN p_amount_kobo > p_most_kobo THEN 'above_maximum' END;
  IF outcome = 'waiting' AND reason IS NULL THEN
    SELECT * INTO v_funding FROM fund_wallet(v_account, p_amount_kobo, p_reference, 'collector', NULL);
    outcome := CASE v_funding.outcome
      WHEN 'funded' THEN 'credited' WHEN 'funded_before' THEN 'credited'
      WHEN 'reference_used' THEN 'unassigned' ELSE 'waiting' END;
    reason := CASE v_funding.outcome
      WHEN 'reference_used' THEN 'funded_otherwise' WHEN 'cap_exceeded' THEN 'daily_cap'
      WHEN 'bad_reference' THEN 'bad_reference' END;
    IF outcome = 'waiting' AND reason IS NULL THEN
      RAISE EXCEPTION 'record_collection: fund_wallet answered %', v_funding.outcome;
    END IF;
  END IF;
  -- somebody may have funded with its reference before the collector told us, no matter who is to confirm it
  SELECT e.id, e.account_id, e.account_id = coalesce(v_account, e.account_id) AND e.amount_kobo = p_amount_kobo AS same
    INTO v_funding FROM funding_reference used JOIN ledger_entry e ON e.id = used.entry_id WHERE used.key = v_key;
  IF FOUND THEN
    outcome := CASE
      WHEN v_funding.same THEN 'credited' WHEN p_status = 'reversed' THEN 'reversed' ELSE 'unassigned' END;
    reason := CASE WHEN outcome = 'unassigned' THEN 'funded_otherwise' END;
  END IF;
  INSERT INTO collection AS c (collector, reference, key, account_id, amount_kobo, settled_kobo, paid_on, payer,
                               payer_bank, state, reason, entry_id, reversed_at)
  VALUES (p_collector, p_reference, v_key, CASE WHEN outcome = 'credited' THEN v_funding.account_id ELSE v_account END,
          p_amount_kobo, p_settled_kobo, p_paid_on, p_payer, p_payer_bank, outcome, reason,
          CASE WHEN outcome = 'credited' THEN v_funding.id END,
          CASE WHEN p_status = 'reversed' THEN clock_timestamp() END)
  RETURNING c.id, c.account_id, c.entry_id INTO collection_id, account_id, entry_id;
  UPDATE funding_account f SET paid_at = clock_timestamp() WHERE f.account_id = v_account;
  IF p_status = 'reversed' THEN
    outcome := 'reversed';
    PERFORM note_collection_finding(collection_id, outcome, p_amount_kobo, p_account);
  END IF;
  RETURN NEXT;
END $$;

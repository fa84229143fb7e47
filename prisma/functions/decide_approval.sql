-- Approves and does what somebody asked for, or declines it. Approving does it in this transaction: exactly once, or
-- not at all.
--
-- The decider is an operator who may sign in, other than the person who asked, for whom `ops` acted, or whom it is
-- about. The session (p_session) proved a second factor less than 5 minutes ago, and the factor was enrolled before
-- the request.
-- Returns one row. Outcomes:
--   approved          it was done; `result` is what the function that did it returned, each value as a text
--   declined          noted
--   no_such_approval  there is none
--   decided_before    it is not open any more: `result` has its state
--   expired           it was asked for more than 24 hours ago
--   not_an_operator   the decider is none who may sign in, or the session is over
--   own_request       the decider asked for it, or `ops` did on their behalf
--   about_decider     it is about the decider
--   factor_stale      the session has not proved a second factor in the last 5 minutes
--   factor_too_young  the decider's second factor was enrolled after the request
--   not_done          it cannot be done: `result` is what the function answered. Nothing changed, and it stays open
-- Locks the approval, for a step about operators all that adds or disables them (advisory), the decider, then what the
-- step locks; for own_request and about_decider the decider alone.
CREATE OR REPLACE FUNCTION decide_approval(
  p_id uuid, p_approve boolean, p_decider uuid, p_session uuid, p_note text)
RETURNS TABLE (outcome text, result jsonb)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_approval approval;
  v_factor_at timestamptz;
  v_enrolled_at timestamptz;
  v_own boolean;
  v_about boolean;
  v_p jsonb;
  v_result jsonb;
BEGIN
  -- Who may never decide it locks nothing that others wait for: this was fixed when it was asked for.
  SELECT * INTO v_approval FROM approval a WHERE a.id = p_id;
  v_own := p_decider::text = v_approval.requested_by OR coalesce(p_decider = v_approval.requested_as, false);
  v_about := coalesce(p_decider::text = v_approval.payload ->> 'user_id', false);
  IF NOT (v_own OR v_about) THEN
    SELECT * INTO v_approval FROM approval a WHERE a.id = p_id FOR NO KEY UPDATE;
    IF v_approval.kind LIKE 'operator%' THEN
      PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0); -- before the lock of the decider
    END IF;
  END IF;
  SELECT s.factor_at, f.enrolled_at INTO v_factor_at, v_enrolled_at
    FROM dashboard_user u
    JOIN dashboard_session s ON s.user_id = u.id AND s.id = p_session AND s.expires_at > clock_timestamp()
    LEFT JOIN dashboard_two_factor f ON f.user_id = u.id AND f.verified
   WHERE u.id = p_decider AND u.role = 'operator' AND u.disabled_at IS NULL
     FOR SHARE OF u;
  outcome := CASE
    WHEN NOT FOUND THEN 'not_an_operator'
    WHEN v_approval.id IS NULL THEN 'no_such_approval'
    WHEN v_approval.state <> 'requested' THEN 'decided_before'
    WHEN v_approval.expires_at <= clock_timestamp() THEN 'expired'
    WHEN v_own THEN 'own_request'
    WHEN v_about THEN 'about_decider'
    WHEN coalesce(v_factor_at <= clock_timestamp() - interval '5 minutes', true) THEN 'factor_stale'
    WHEN coalesce(v_enrolled_at >= v_approval.requested_at, true) THEN 'factor_too_young'
    WHEN NOT p_approve THEN 'declined'
  END;
  IF outcome = 'decided_before' THEN
    result := jsonb_build_object('state', v_approval.state);
  ELSIF outcome = 'declined' THEN
    UPDATE approval SET state = 'declined', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  v_p := v_approval.payload;
  BEGIN
    UPDATE approval SET state = 'approved', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
    CASE v_approval.kind
      WHEN 'fund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM fund_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                           v_approval.requested_by, p_id) done;
      WHEN 'adjust' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM adjust_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                             (v_p ->> 'entry_id')::bigint, v_p ->> 'reason', (v_p ->> 'below_zero')::boolean,
                             v_approval.requested_by, p_id) done;
      WHEN 'refund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM settle_by_operator(
                 jsonb_build_object(
                   'id', v_p ->> 'purchase_id', 'basis', 'operator', 'target_status', 'failed',
                   'reverses', v_p -> 'delivered',
                   'cause', v_p ->> 'cause', 'cause_code', 'operator', 'message', v_p ->> 'message'),
                 v_approval.requested_by, p_id) done;
      WHEN 'limits' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM change_limits((v_p ->> 'approval_limit_kobo')::bigint, (v_p ->> 'daily_cap_kobo')::bigint,
                             v_approval.requested_by, p_id) done;
      WHEN 'collections' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM change_collections(v_p ->> 'state', (v_p ->> 'cap_kobo')::bigint, v_approval.requested_by, p_id) done;
      WHEN 'price' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM set_plan_price(v_p ->> 'tier', v_p ->> 'plan_id', (v_p ->> 'price_kobo')::bigint, NULL, true,
                              v_approval.requested_by, p_id) done;
      WHEN 'discount' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM set_discount(v_p ->> 'tier', v_p ->> 'product_type', v_p ->> 'service', (v_p ->> 'bps')::integer, true,
                            v_approval.requested_by, p_id) done;
      WHEN 'operator_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_operator((v_p ->> 'user_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                            decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id) done;
      WHEN 'operator_link' THEN
        v_result := jsonb_build_object('outcome', link_operator(
          (v_p ->> 'user_id')::uuid, decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id));
      WHEN 'operator_factor_reset' THEN
        v_result := jsonb_build_object('outcome', reset_operator_factor(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'operator_disable' THEN
        v_result := jsonb_build_object('outcome', disable_operator(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'owner_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_owner((v_p ->> 'user_id')::uuid, (v_p ->> 'account_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                         v_approval.requested_by, p_id) done;
    END CASE;
    -- What was done has used the approval. Otherwise all of it is undone, the approval with it.
    PERFORM FROM approval a WHERE a.id = p_id AND a.used_at IS NOT NULL;
    IF NOT FOUND OR coalesce(v_result ->> 'outcome', '') NOT IN (
         'funded', 'adjusted', 'settled', 'changed', 'set', 'added', 'linked', 'reset', 'disabled') THEN
      RAISE EXCEPTION 'not done' USING ERRCODE = 'TP003';
    END IF;
    outcome := 'approved';
  EXCEPTION WHEN SQLSTATE 'TP003' THEN
    outcome := 'not_done';
  END;
  result := (SELECT jsonb_object_agg(fact.key, fact.value #>> '{}') FROM jsonb_each(v_result) fact
              WHERE fact.value <> 'null');
  RETURN NEXT;
END $$;

-- Changes what the collector may add to wallets without a person: whether it may, and its daily cap. To allow more
-- needs an approval. p_actor, p_approval: as in fund_wallet; it counts on no cap.
--
-- Returns one row: the outcome `changed`, with what was; or a refusal of judge_step, with what is. Locks the rule.
CREATE OR REPLACE FUNCTION change_collections(p_state text, p_cap_kobo bigint, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, state_before text, cap_before_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rule money_rule;
  v_refusal text;
BEGIN
  SELECT * INTO STRICT v_rule FROM money_rule FOR NO KEY UPDATE;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'collections', jsonb_build_object('state', p_state, 'cap_kobo', p_cap_kobo::text),
           CASE WHEN (p_state = 'off' OR v_rule.collections = 'on') AND p_cap_kobo <= v_rule.collector_cap_kobo
                THEN 0 END,
           0, p_actor, p_approval) judged;
  IF v_refusal IS NULL THEN
    UPDATE money_rule SET collections = p_state, collector_cap_kobo = p_cap_kobo;
  END IF;
  RETURN QUERY SELECT coalesce(v_refusal, 'changed'), v_rule.collections, v_rule.collector_cap_kobo;
END $$;

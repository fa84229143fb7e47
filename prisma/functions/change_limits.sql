-- Changes the approval limit and the daily cap. p_actor, p_approval: as in fund_wallet; it counts on no cap.
--
-- Returns one row: the outcome `changed`, with what was; or a refusal of judge_step, with what is. Locks the rule.
CREATE OR REPLACE FUNCTION change_limits(
  p_approval_limit_kobo bigint, p_daily_cap_kobo bigint, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, limit_before_kobo bigint, cap_before_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rule money_rule;
  v_refusal text;
BEGIN
  SELECT * INTO STRICT v_rule FROM money_rule FOR NO KEY UPDATE;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'limits',
           jsonb_build_object(
             'approval_limit_kobo', p_approval_limit_kobo::text, 'daily_cap_kobo', p_daily_cap_kobo::text),
           NULL, 0, p_actor, p_approval) judged;
  IF v_refusal IS NULL THEN
    UPDATE money_rule
       SET approval_limit_kobo = p_approval_limit_kobo, daily_cap_kobo = p_daily_cap_kobo,
           changed_at = clock_timestamp();
  END IF;
  RETURN QUERY SELECT coalesce(v_refusal, 'changed'), v_rule.approval_limit_kobo, v_rule.daily_cap_kobo;
END $$;

-- Disables an operator: signs them out everywhere, for good. p_actor, p_approval: as in fund_wallet; it counts on no
-- cap.
--
-- Returns the outcome: `disabled`, `no_such_operator` (also one who is disabled), or a refusal of judge_step.
-- Locks all that adds or disables operators (advisory).
CREATE OR REPLACE FUNCTION disable_operator(p_user uuid, p_actor text, p_approval uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  PERFORM FROM dashboard_user WHERE id = p_user AND role = 'operator' AND disabled_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_operator';
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_disable', jsonb_build_object('user_id', p_user), NULL, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  UPDATE dashboard_user SET disabled_at = now(), two_factor_enabled = false, updated_at = now() WHERE id = p_user;
  PERFORM forget_access(p_user);
  RETURN 'disabled';
END $$;

-- Removes the second factor of an operator who has lost it. They enrol a new one at their next sign-in. p_actor,
-- p_approval: as in fund_wallet; it counts on no cap.
--
-- Returns the outcome: `reset`, `no_factor`, `no_such_operator` (also a disabled one), or a refusal of judge_step.
-- While fewer than two operators can sign in, `ops` needs no approval (is_alone), and they are sent a mail.
-- Locks all that adds or disables operators (advisory), and the operator.
CREATE OR REPLACE FUNCTION reset_operator_factor(p_user uuid, p_actor text, p_approval uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text;
  v_alone boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  v_alone := is_alone(p_actor, p_approval);
  PERFORM FROM dashboard_user WHERE id = p_user AND role = 'operator' AND disabled_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_operator';
  END IF;
  IF NOT EXISTS (SELECT FROM dashboard_two_factor WHERE user_id = p_user) THEN
    RETURN 'no_factor';
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_factor_reset', jsonb_build_object('user_id', p_user),
                    CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  IF v_alone THEN
    PERFORM tell_operators('removed the second factor of an operator');
  END IF;
  UPDATE dashboard_user SET two_factor_enabled = false, updated_at = now() WHERE id = p_user;
  DELETE FROM dashboard_two_factor WHERE user_id = p_user;
  DELETE FROM dashboard_session WHERE user_id = p_user;
  RETURN 'reset';
END $$;

-- Makes the link with which an operator sets a new password. It replaces an earlier one.
--
-- p_link_digest  SHA-256 of its token; it is valid for 24 hours
-- p_actor, p_approval  as in fund_wallet; it counts on no cap
--
-- Returns the outcome: `linked`, `no_such_operator` (also a disabled one), or a refusal of judge_step. While fewer than
-- two operators can sign in, `ops` needs no approval (is_alone), and they are sent a mail.
-- Locks all that adds or disables operators (advisory), and the operator.
CREATE OR REPLACE FUNCTION link_operator(p_user uuid, p_link_digest bytea, p_actor text, p_approval uuid) RETURNS text
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
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_link',
                    jsonb_build_object('user_id', p_user, 'link_digest', encode(p_link_digest, 'hex')),
                    CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  IF v_alone THEN
    PERFORM tell_operators('made a link with which an operator sets a new password');
  END IF;
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (p_user, p_link_digest, clock_timestamp() + interval '24 hours')
  ON CONFLICT (user_id) DO UPDATE
     SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = clock_timestamp();
  RETURN 'linked';
END $$;

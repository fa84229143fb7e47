-- Adds an operator, and makes the link with which they set a password. A disabled user with this address becomes the
-- operator: all with which that user could sign in before is deleted first.
--
-- p_id           of the operator, when they are new
-- p_link_digest  SHA-256 of the token of the link, which is valid for 24 hours
-- p_actor, p_approval  as in fund_wallet; it counts on no cap
--
-- While fewer than two operators can sign in, `ops` needs no approval (is_alone), and they are sent a mail.
-- Returns one row. Outcomes:
--   added        done; `alone`: without an approval, because there are too few operators
--   email_taken  somebody signs in with the address
--   not_an_operator, approval_needed, approval_not_valid: see judge_step
-- Locks all that adds or disables operators (advisory), and the disabled user.
CREATE OR REPLACE FUNCTION add_operator(
  p_id uuid, p_name text, p_email text, p_link_digest bytea, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, user_id uuid, alone boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_refusal text;
  v_alone boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  v_alone := is_alone(p_actor, p_approval);
  IF EXISTS (SELECT FROM dashboard_user WHERE email = lower(p_email) AND disabled_at IS NULL) THEN
    RETURN QUERY SELECT 'email_taken', NULL::uuid, false;
    RETURN;
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'operator_add',
           jsonb_build_object(
             'user_id', p_id, 'name', p_name, 'email', lower(p_email), 'link_digest', encode(p_link_digest, 'hex')),
           CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::uuid, false;
    RETURN;
  END IF;

  IF v_alone THEN
    PERFORM tell_operators('made ' || lower(p_email) || ' an operator');
  END IF;
  -- this and a transaction that writes a password of the person wait for one another (guard_operator)
  PERFORM FROM dashboard_user WHERE email = lower(p_email) FOR UPDATE;
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, NULL, 'operator', p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = NULL, role = 'operator', name = excluded.name, email_verified = false, image = NULL,
         two_factor_enabled = false, disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
  RETURNING u.id INTO v_id;
  PERFORM forget_access(v_id);
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (v_id, p_link_digest, clock_timestamp() + interval '24 hours');
  RETURN QUERY SELECT 'added', v_id, v_alone;
END $$;

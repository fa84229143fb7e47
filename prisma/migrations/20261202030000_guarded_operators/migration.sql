-- An operator's row is closed to roles but for what signing in changes, and nothing that was written for a disabled user
-- signs an operator in. Sessions are required to have passed the second step, which factor_at keeps already.
--
-- The new trigger waits for the sign-ins that are under way. Purchases do not wait.
DROP TRIGGER operators_stay_guarded ON dashboard_user;
CREATE TRIGGER operators_stay_guarded BEFORE UPDATE ON dashboard_user FOR EACH ROW
  WHEN ((OLD.role = 'operator' OR NEW.role = 'operator') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION guard_operator();

CREATE OR REPLACE FUNCTION guard_operator() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_signs_in boolean := has_function_privilege('public.decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE');
  v_of_sign_in text[] := '{two_factor_enabled,last_sign_in_at,updated_at}';
  v_allowed boolean;
BEGIN
  IF current_user = (SELECT pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID) THEN
    v_allowed := true;
  ELSIF TG_TABLE_NAME = 'dashboard_user' THEN
    v_allowed := v_signs_in AND to_jsonb(OLD) - v_of_sign_in = to_jsonb(NEW) - v_of_sign_in;
  ELSE
    -- the role is read of what is locked: a condition on it would be judged before the wait
    SELECT v_signs_in AND TG_TABLE_NAME IN ('dashboard_credential', 'dashboard_two_factor')
           OR bool_or(locked.role = 'operator') IS NOT TRUE
      INTO v_allowed
      FROM (SELECT u.role FROM public.dashboard_user u
             WHERE u.id IN ((to_jsonb(OLD) ->> 'user_id')::uuid, (to_jsonb(NEW) ->> 'user_id')::uuid)
               FOR KEY SHARE) locked;
  END IF;
  IF v_allowed IS NOT TRUE THEN
    RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

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
  -- whoever writes a password of theirs in this moment is waited for, or waits (guard_operator)
  PERFORM FROM dashboard_user WHERE email = lower(p_email) FOR UPDATE;
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, NULL, 'operator', p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = NULL, role = 'operator', name = excluded.name, email_verified = false, image = NULL,
         two_factor_enabled = false, disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
  RETURNING u.id INTO v_id;
  DELETE FROM dashboard_session WHERE user_id = v_id;
  DELETE FROM dashboard_verification WHERE value = v_id::text;
  DELETE FROM dashboard_device WHERE user_id = v_id;
  DELETE FROM dashboard_credential WHERE user_id = v_id;
  DELETE FROM dashboard_two_factor WHERE user_id = v_id;
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (v_id, p_link_digest, clock_timestamp() + interval '24 hours')
  ON CONFLICT (user_id) DO UPDATE
     SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = clock_timestamp();
  RETURN QUERY SELECT 'added', v_id, v_alone;
END $$;

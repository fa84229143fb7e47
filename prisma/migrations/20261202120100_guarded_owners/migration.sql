-- Only add_owner and the dashboard make an owner of an account, so that a role cannot go around the approval.
--
-- The triggers wait for sign-ins that are under way, and sign-ins for them: for a moment.

CREATE OR REPLACE FUNCTION guard_operator() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_signs_in boolean := has_function_privilege('public.decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE');
  v_of_sign_in text[] := '{two_factor_enabled,last_sign_in_at,updated_at}';
  v_allowed boolean;
BEGIN
  IF current_user = (SELECT pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID) THEN
    v_allowed := true;
  ELSIF TG_NAME LIKE 'owners%' THEN
    v_allowed := v_signs_in;
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

CREATE TRIGGER owners_are_guarded BEFORE INSERT ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'owner') EXECUTE FUNCTION guard_operator();
CREATE TRIGGER owners_stay_guarded BEFORE UPDATE ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'owner' AND (OLD.role <> 'owner' OR OLD.account_id IS DISTINCT FROM NEW.account_id
                                OR OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL))
  EXECUTE FUNCTION guard_operator();

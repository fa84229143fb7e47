-- Guards who is an operator, and how operators sign in (SQLSTATE TP002). Trigger function of operators_are_guarded,
-- operators_stay_guarded, operator_links_are_guarded, operator_passwords_are_guarded and operator_factors_are_guarded.
-- Only the owner of the table makes, unmakes or changes an operator, or makes a link that sets their password; the role
-- that signs operators in, which alone may call decide_approval, touches their password, removes their second factor,
-- and changes what signing in changes of them. Others call the functions that run as the owner.
--
-- Of the owners of accounts it guards only that there is another one (owners_are_guarded, owners_stay_guarded): `ops`
-- makes them by add_owner, and the role that signs users in does it for owners who invite others.
-- Of a password, link or factor it locks the user, so that it waits for add_operator and then sees the operator. It
-- runs as its caller, whose temporary tables must not stand for its own.
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

-- Lets nobody but the owner of the table make, unmake, rename or re-enable an operator, or make a link that sets an
-- operator's password; and nobody but the owner and the role that signs operators in, which alone may call
-- decide_approval, touch an operator's password or remove their second factor (trigger function of
-- operators_are_guarded, operators_stay_guarded, operator_links_are_guarded, operator_passwords_are_guarded and
-- operator_factors_are_guarded). Others call the functions that do it (add_operator and the like), which run as the
-- owner.
--
-- Fails with SQLSTATE TP002. Locks nothing. It runs as its caller, whose temporary tables must not stand for its own.
CREATE OR REPLACE FUNCTION guard_operator() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user <> (SELECT pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID)
     AND NOT (TG_TABLE_NAME IN ('dashboard_credential', 'dashboard_two_factor')
              AND has_function_privilege('public.decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE'))
     AND (TG_TABLE_NAME = 'dashboard_user' OR EXISTS (
       SELECT FROM public.dashboard_user u
        WHERE u.role = 'operator' AND u.id::text IN (to_jsonb(OLD) ->> 'user_id', to_jsonb(NEW) ->> 'user_id'))) THEN
    RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

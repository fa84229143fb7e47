-- Says whether the caller may do a step under this name. The name is `ops`, `collector`, or the id of an operator who
-- may sign in; NULL is nobody. p_approved: it is done on an approval, so the one who asked was judged before, and the
-- caller is the one who approves.
--
-- The `collector` is the role that may record what was transferred, and nobody else.
-- The role that lets operators sign in, which alone may call decide_approval, is not `ops`; and no other role is an
-- operator. The owner of the tables may be either. Not for roles.
CREATE OR REPLACE FUNCTION is_guard_actor(p_actor text, p_approved boolean) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_actor IS NOT NULL
     AND (p_actor IN ('ops', 'collector') OR EXISTS (
           SELECT FROM dashboard_user u
            WHERE u.id::text = p_actor AND u.role = 'operator' AND u.disabled_at IS NULL))
     AND (p_approved
          OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'money_rule'::regclass), 'MEMBER')
          OR CASE p_actor WHEN 'collector' THEN has_function_privilege(
               session_user,
               'record_collection(text, text, uuid, bigint, bigint, text, text, text, text, bigint)', 'EXECUTE')
             ELSE has_function_privilege(session_user, 'decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE')
             = (p_actor <> 'ops') END)
$$;

-- Nobody does a step without a name, or cancels a request under the name of another.
--
-- Nothing waits.

CREATE OR REPLACE FUNCTION is_guard_actor(p_actor text, p_approved boolean) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_actor IS NOT NULL
     AND (p_actor IN ('ops', 'released') OR EXISTS (
           SELECT FROM dashboard_user u
            WHERE u.id::text = p_actor AND u.role = 'operator' AND u.disabled_at IS NULL))
     AND (p_approved OR p_actor = 'released'
          OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'money_rule'::regclass), 'MEMBER')
          OR has_function_privilege(session_user, 'decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE')
             = (p_actor <> 'ops'))
$$;

CREATE OR REPLACE FUNCTION cancel_approval(p_id uuid, p_actor text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_approval approval;
BEGIN
  SELECT * INTO v_approval FROM approval WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_approval';
  ELSIF v_approval.requested_by <> p_actor OR NOT is_guard_actor(p_actor, false) THEN
    RETURN 'not_yours';
  ELSIF v_approval.state <> 'requested' OR v_approval.expires_at <= clock_timestamp() THEN
    RETURN 'decided_before';
  END IF;
  UPDATE approval SET state = 'cancelled', decided_at = clock_timestamp() WHERE id = p_id;
  RETURN 'cancelled';
END $$;

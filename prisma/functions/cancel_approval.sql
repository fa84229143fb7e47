-- Takes back an actor's request for an approval. The actor is the id of an operator, or `ops`. Returns the outcome:
-- `cancelled`, `no_such_approval`, `not_yours`, even if only the caller's role is not the actor's (is_guard_actor), or
-- `decided_before`, even if the request has only expired. Locks the approval.
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

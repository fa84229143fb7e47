-- mark_pending for version 0.1.0.
CREATE OR REPLACE FUNCTION tell_pending(p_id uuid[], p_cause text, p_message text)
RETURNS TABLE (id uuid, status text, event_id uuid) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT marked.id, marked.status, marked.event_id FROM mark_pending(p_id, p_cause, p_message) marked;
END $$;

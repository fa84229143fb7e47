-- moved_purchase_states for version 0.1.0, which reads the cause as text.
CREATE OR REPLACE FUNCTION moved_purchases(p_id uuid[])
RETURNS TABLE (id uuid, status text, message text, cause text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT q.id, q.status, q.message, q.cause, q.result FROM purchase q
     WHERE q.id = ANY (p_id) AND q.status <> 'initiated';
END $$;

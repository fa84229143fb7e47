-- Finds which waiting clients can get their response. Their purchases are not `initiated` any more; it returns what to
-- answer. A plain statement was planned again at each call, because a plan for few ids always looks cheaper than one
-- for any number.
CREATE OR REPLACE FUNCTION moved_purchase_states(p_ids uuid[])
RETURNS TABLE (id uuid, status text, message text, cause_code text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT q.id, q.status, q.message, q.cause_code, q.result FROM purchase q
     WHERE q.id = ANY (p_ids) AND q.status <> 'initiated';
END $$;

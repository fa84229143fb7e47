-- Which purchases that clients wait for are not `initiated` any more, and what to answer. As a plain statement it was planned again each time: a plan for few ids
-- always looks cheaper than one for any number. A function keeps one plan, and keeps it from being the sequential scan that is right only for a young table.
CREATE FUNCTION moved_purchases(p_id uuid[]) RETURNS TABLE (id uuid, status text, message text, cause text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT q.id, q.status, q.message, q.cause, q.result FROM purchase q WHERE q.id = ANY (p_id) AND q.status <> 'initiated';
END $$;

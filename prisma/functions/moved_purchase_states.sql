-- Which of the purchases that clients wait for are not `initiated` any more, and what to answer.
--
-- A function, because a plain statement was planned again at each call: a plan for few ids always looks cheaper than
-- one for any number. It keeps one plan, which is never the sequential scan that suits a new table only.
-- Locks nothing. Called by the API's waiter for all waiting clients together.
CREATE OR REPLACE FUNCTION moved_purchase_states(p_ids uuid[])
RETURNS TABLE (id uuid, status text, message text, cause_code text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT q.id, q.status, q.message, q.cause_code, q.result FROM purchase q
     WHERE q.id = ANY (p_ids) AND q.status <> 'initiated';
END $$;

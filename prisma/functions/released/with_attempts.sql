-- Settlements with the number of an attempt in each. Version 0.1.0 names none: what it says is of the attempt at
-- VTpass, which is the only provider that it asks, also when that attempt is closed.
--
-- p_items  as record_settlements takes them; returned as they are when each names an attempt
--
-- Called by record_settlements, under the locks of the purchases.
CREATE OR REPLACE FUNCTION with_attempts(p_items jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT jsonb_path_exists(p_items, '$[*] ? (!exists(@.attempt))') THEN
    RETURN p_items;
  END IF;
  RETURN (
    SELECT jsonb_agg(jsonb_build_object('attempt', coalesce(at_vtpass.number, q.attempt)) || item.value ORDER BY item.n)
      FROM jsonb_array_elements(p_items) WITH ORDINALITY AS item (value, n)
      LEFT JOIN purchase q ON q.id = (item.value ->> 'id')::uuid
      LEFT JOIN closed_attempt at_vtpass ON at_vtpass.purchase_id = q.id AND at_vtpass.provider = 'vtpass');
END $$;

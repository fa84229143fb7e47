-- "Not found" refunds no order of a provider that has lost our references. Only a new function, which nothing older
-- calls; no lock.
CREATE FUNCTION mark_orders_seen(p_provider text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids uuid[];
  v_changed integer;
BEGIN
  SELECT array_agg(locked.id) INTO v_ids
    FROM (SELECT q.id FROM purchase q
           WHERE q.sends = 1 AND q.final_at IS NULL AND q.provider = p_provider AND NOT q.order_seen
           ORDER BY q.id FOR NO KEY UPDATE) locked;

  UPDATE purchase q SET order_seen = true WHERE q.id = ANY (v_ids);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION mark_orders_seen(text) FROM PUBLIC;

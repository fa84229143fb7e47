-- Makes "not found" prove nothing about a provider's open orders. The provider lost our references: each open purchase
-- that was sent there counts as seen (order_seen). A purchase that is "not found" then goes to an operator, and no
-- count of answers refunds it. Returns how many it changed. Locks the purchases by id.
--
-- It is called when the provider is closed for it (close-untrusted.ts), and when it is opened again, for what was sent
-- meanwhile by a process that did not know it yet.
CREATE OR REPLACE FUNCTION mark_orders_seen(p_provider text) RETURNS integer
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

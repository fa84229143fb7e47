-- After a restore: treats purchases that look unsent as sent, at an unknown time and with an unknown outcome.
--
-- p_items  array of { id, provider_ref }: the reference under which each was most likely sent
-- p_note   why; kept in the cause
--
-- No worker sends such a purchase any more, and the sweeper asks the provider about it. Neither its age nor "not found"
-- refunds it (order_seen), because its reference is only the most likely one.
-- Returns the purchases it changed. It leaves out a purchase that was sent or is final.
-- Locks the purchases by id. Called by `ops quarantine`.
CREATE OR REPLACE FUNCTION quarantine_purchases(p_items jsonb, p_note text) RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids uuid[];
BEGIN
  SELECT array_agg(locked.id) INTO v_ids
    FROM (SELECT q.id FROM purchase q
           WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
             AND q.sends = 0 AND q.final_at IS NULL
           ORDER BY q.id FOR NO KEY UPDATE) locked;

  UPDATE purchase q
     SET sends = 1, provider_ref = item.provider_ref, sent_at = clock_timestamp(), next_check_at = clock_timestamp(),
         order_seen = true, quarantined_at = clock_timestamp(),
         cause = 'quarantined: ' || p_note, cause_code = 'quarantined'
    FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
   WHERE q.id = ANY (v_ids) AND item.id = q.id;

  -- the status stays as it is, so the trigger records nothing
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  SELECT q.id, q.status, q.status, q.cause, q.cause_code FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id;

  RETURN QUERY SELECT q.* FROM purchase q WHERE q.id = ANY (v_ids);
END $$;

-- Treats purchases that look unsent after a restore as sent. Their time and their outcome are unknown. Those that look
-- sent to one provider, while their clients may still wait, count as perhaps sent to another one since.
--
-- p_items  array of { id, provider_ref, sends }: the reference under which each was most likely sent, and whether it
--          looked sent
-- p_note   why; kept in the cause
--
-- No worker sends such a purchase any more, and the sweeper asks the provider about it. Neither its age nor a failure
-- nor "not found" (order_seen) refunds it: its reference is only the most likely one, and another provider may have got
-- it. Returns the purchases it changed. It leaves out a purchase that is final, and one that was sent and can have gone
-- nowhere else: its client has its answer, it was the third attempt, or a worker has just claimed it here.
-- Locks the purchases by id.
CREATE OR REPLACE FUNCTION quarantine_purchases(p_items jsonb, p_note text) RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids uuid[];
BEGIN
  SELECT array_agg(locked.id) INTO v_ids
    FROM (SELECT q.id FROM purchase q
            JOIN jsonb_to_recordset(p_items) AS item (id uuid, sends smallint) ON item.id = q.id
           WHERE q.final_at IS NULL AND q.quarantined_at IS NULL AND q.sends = item.sends
             AND (q.sends = 0 OR q.status = 'initiated' AND q.attempt < 3 AND q.sent_at < now())
           ORDER BY q.id FOR NO KEY UPDATE OF q) locked;

  UPDATE purchase q
     SET sends = 1,
         provider_ref = coalesce(q.provider_ref,
                                 item.provider_ref || CASE q.attempt WHEN 1 THEN '' ELSE 'x' || q.attempt END),
         sent_at = coalesce(q.sent_at, clock_timestamp()),
         next_check_at = CASE q.sends WHEN 0 THEN clock_timestamp() ELSE q.next_check_at END,
         order_seen = true, quarantined_at = clock_timestamp(),
         cause = 'quarantined: ' || p_note, cause_code = 'quarantined'
    FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
   WHERE q.id = ANY (v_ids) AND item.id = q.id;

  -- the status stays as it is, so the trigger records nothing
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  SELECT q.id, q.status, q.status, q.cause, q.cause_code FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id;

  RETURN QUERY SELECT q.* FROM purchase q WHERE q.id = ANY (v_ids);
END $$;

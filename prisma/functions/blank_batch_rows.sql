-- Removes, for good, the orders of old rows that never became a purchase. What was bought is redacted as a purchase.
--
-- p_days     for how long their batch has ended, at least 180
-- p_dry_run  only counts: all of them, whatever p_lot is
-- Returns how many rows: less than p_lot at the end. Locks the rows, without a wait: skips those that are locked.
CREATE OR REPLACE FUNCTION blank_batch_rows(p_days integer, p_lot integer, p_dry_run boolean) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET search_path = public, pg_temp AS $$
DECLARE
  v_before CONSTANT timestamptz := now() - greatest(p_days, 180) * interval '1 day';
  v_rows integer;
BEGIN
  IF p_dry_run THEN
    SELECT count(*) INTO v_rows
      FROM batch_row r JOIN purchase_batch b ON b.id = r.batch_id
     WHERE b.ended_at < v_before AND r.state IN ('refused', 'cancelled') AND r.ordered IS NOT NULL;
    RETURN v_rows;
  END IF;
  UPDATE batch_row r SET ordered = NULL
   WHERE (r.batch_id, r.n) IN (
         SELECT old.batch_id, old.n
           FROM batch_row old JOIN purchase_batch b ON b.id = old.batch_id
          WHERE b.ended_at < v_before AND old.state IN ('refused', 'cancelled') AND old.ordered IS NOT NULL
          LIMIT p_lot FOR NO KEY UPDATE OF old SKIP LOCKED);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;

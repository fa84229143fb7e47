-- Deletes batches that nobody has confirmed within a day, cancelled or not, with their rows. Returns how many.
CREATE OR REPLACE FUNCTION forget_drafts() RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM purchase_batch
   WHERE confirmed_at IS NULL AND opened_at < clock_timestamp() - interval '1 day';
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;

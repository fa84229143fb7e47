-- Notes why a row of a batch was not accepted when it was last tried. It goes on waiting, and is tried again.
--
-- p_error  the code for the person
-- Nothing is changed when the row no longer waits, or has this code already. Locks the row.
CREATE OR REPLACE FUNCTION note_batch_row(p_batch uuid, p_n integer, p_error text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE batch_row r SET last_error = p_error
   WHERE r.batch_id = p_batch AND r.n = p_n AND r.state = 'waiting' AND r.last_error IS DISTINCT FROM p_error;
END $$;

-- Records why a row of a batch was not accepted: refuses it, or pauses its batch, in which it goes on waiting.
--
-- p_error  the code for the person
-- p_pause  true: it may be bought later, so its batch is paused for this. A row of a form is refused even so, because
--          its buyer is waiting
-- Nothing is changed when the row no longer waits, or its batch does not run. Locks the batch, then the row.
CREATE OR REPLACE FUNCTION end_batch_row(p_batch uuid, p_n integer, p_error text, p_pause boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_batch purchase_batch;
BEGIN
  SELECT * INTO v_batch FROM purchase_batch b WHERE b.id = p_batch AND b.state = 'running' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF p_pause AND v_batch.source = 'file' THEN
    UPDATE purchase_batch b SET state = 'paused', paused_for = p_error
     WHERE b.id = p_batch
       AND EXISTS (SELECT FROM batch_row r WHERE r.batch_id = p_batch AND r.n = p_n AND r.state = 'waiting');
  ELSE
    UPDATE batch_row r SET state = 'refused', error = p_error
     WHERE r.batch_id = p_batch AND r.n = p_n AND r.state = 'waiting';
  END IF;
END $$;

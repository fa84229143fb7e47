-- Confirms, pauses, resumes or cancels a batch, for a person of its account.
--
-- p_move   confirm: a draft begins to run. pause, resume. cancel: what waits is never bought; what was accepted goes on
-- p_total  of a confirmation: the total that the person has seen
-- p_user   of a confirmation: the person
--
-- Returns the outcome:
--   moved          done
--   moved_before   it was so already
--   total_changed  the total is another one
--   not_possible   its state does not allow the move, or a pause of what no longer waits
--   no_such_batch  the account has none with this id
-- Locks the batch, then the rows that wait. So when a pause or a cancellation is done, no row is accepted any more.
CREATE OR REPLACE FUNCTION move_batch(p_account uuid, p_batch uuid, p_move text, p_total bigint, p_user uuid)
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_batch purchase_batch;
BEGIN
  SELECT * INTO v_batch FROM purchase_batch b WHERE b.id = p_batch AND b.account_id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_batch';
  END IF;
  IF p_move = 'confirm' AND v_batch.state IN ('running', 'paused', 'done') AND v_batch.total_kobo = p_total
     OR p_move = 'pause' AND v_batch.state = 'paused'
     OR p_move = 'resume' AND v_batch.state = 'running'
     OR p_move = 'cancel' AND v_batch.state = 'cancelled' THEN
    RETURN 'moved_before';
  END IF;
  IF NOT (p_move = 'confirm' AND v_batch.state = 'draft' OR p_move = 'pause' AND v_batch.state = 'running'
          OR p_move = 'resume' AND v_batch.state = 'paused'
          OR p_move = 'cancel' AND v_batch.state IN ('draft', 'running', 'paused')) THEN
    RETURN 'not_possible';
  END IF;
  IF p_move = 'pause' AND NOT EXISTS (SELECT FROM batch_row r WHERE r.batch_id = p_batch AND r.state = 'waiting') THEN
    RETURN 'not_possible';
  END IF;
  IF p_move = 'confirm' AND v_batch.total_kobo IS DISTINCT FROM p_total THEN
    RETURN 'total_changed';
  END IF;

  IF p_move = 'confirm' THEN
    UPDATE purchase_batch b SET state = 'running', confirmed_by = p_user, confirmed_at = clock_timestamp()
     WHERE b.id = p_batch;
  ELSIF p_move = 'pause' THEN
    UPDATE purchase_batch b SET state = 'paused', paused_for = 'person' WHERE b.id = p_batch;
  ELSIF p_move = 'resume' THEN
    UPDATE purchase_batch b SET state = 'running', paused_for = NULL WHERE b.id = p_batch;
    UPDATE batch_row r SET next_try_at = NULL WHERE r.batch_id = p_batch AND r.state = 'waiting';
  ELSE
    UPDATE purchase_batch b SET state = 'cancelled', paused_for = NULL, ended_at = clock_timestamp()
     WHERE b.id = p_batch;
    UPDATE batch_row r SET state = 'cancelled' WHERE r.batch_id = p_batch AND r.state = 'waiting';
  END IF;
  RETURN 'moved';
END $$;

-- Writes a line of the history when the status of a purchase changes, and a final status for readers of changes, too.
-- Trigger function of purchase_move, for each row, in the same transaction; most UPDATEs on purchase do not name
-- `status` and pass it by.
CREATE OR REPLACE FUNCTION record_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  VALUES (NEW.id, OLD.status, NEW.status, NEW.cause, NEW.cause_code);
  IF NEW.final_at IS NOT NULL THEN
    INSERT INTO purchase_change (account_id, server_since, changed_in, purchase_id, status)
    SELECT NEW.account_id, known.since, pg_current_xact_id()::text::bigint, NEW.id, NEW.status FROM known_server known;
  END IF;
  RETURN NULL;
END $$;

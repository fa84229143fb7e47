-- Writes a line of the history when the status of a purchase changes. Trigger function of purchase_move, for each row,
-- in the same transaction; most UPDATEs on purchase do not name `status` and pass it by.
CREATE OR REPLACE FUNCTION record_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  VALUES (NEW.id, OLD.status, NEW.status, NEW.cause, NEW.cause_code);
  RETURN NULL;
END $$;

-- Writes one line of the history of a purchase when its status changes, in the same transaction (trigger function of
-- purchase_move, for each row; most UPDATEs on purchase do not name `status` and pass it by).
CREATE OR REPLACE FUNCTION record_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  VALUES (NEW.id, OLD.status, NEW.status, NEW.cause, NEW.cause_code);
  RETURN NULL;
END $$;

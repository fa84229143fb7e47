-- Notes which transaction last changed what API keys may do. Trigger function of key_access_is_noted and
-- account_access_is_noted. A process that has seen the same transaction as before need not read its keys again.
-- Runs at commit, once in each transaction, so the row of access_change is the last that a transaction locks, and two
-- of them never wait for each other in a circle.
CREATE OR REPLACE FUNCTION note_access_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE access_change SET changed_in = pg_current_xact_id() WHERE changed_in <> pg_current_xact_id();
  RETURN NULL;
END $$;

-- Gives a new live account its test account. Trigger function of account_has_twin, after each INSERT of a live account.
-- It runs with the owner's rights: the role that opens accounts may not choose their mode.
CREATE OR REPLACE FUNCTION open_test_twin() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_test_twin(NEW.id, NULL);
  RETURN NULL;
END $$;

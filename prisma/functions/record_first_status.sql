-- Writes the first line of the history of new purchases. Trigger function of purchase_birth, once for each INSERT
-- statement on purchase (`born` is its transition table): one INSERT for a whole batch.
CREATE OR REPLACE FUNCTION record_first_status() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, to_status, cause, cause_code)
  SELECT born.id, born.status, born.cause, born.cause_code FROM born;
  RETURN NULL;
END $$;

-- Keeps when a session proved the second factor (trigger function of proof_is_stamped): always now, by this server's
-- clock, whatever the caller says.
CREATE OR REPLACE FUNCTION stamp_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.factor_at := clock_timestamp();
  RETURN NEW;
END $$;

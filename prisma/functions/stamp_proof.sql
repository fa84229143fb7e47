-- Keeps when a session proved the second factor. Trigger function of proof_is_stamped. The time is always now, by this
-- server's clock, whatever the caller says.
CREATE OR REPLACE FUNCTION stamp_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.factor_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Notes when an account came into its tier. Trigger function of account_tier_changes, for a test account too: its
-- prices are those of the new tier from then on.
CREATE OR REPLACE FUNCTION note_tier_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.tier_since := clock_timestamp();
  RETURN NEW;
END $$;

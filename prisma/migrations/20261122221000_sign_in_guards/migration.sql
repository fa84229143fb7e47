-- What guards a sign-in: times of second factors that nobody can choose, codes that are good once, devices that are
-- known, and guesses that take longer and longer. Columns without defaults, a new table and triggers: no table is
-- rewritten, and no lock is held for long.

-- The last 30-second step whose code was used. Codes of it and of earlier steps are refused.
ALTER TABLE dashboard_two_factor ADD COLUMN last_step integer;

-- When the next attempt may be made. Null: at once.
ALTER TABLE dashboard_rate_limit ADD COLUMN next_at timestamptz(6);

-- The devices in which a user has signed in: SHA-256 of what their cookies hold.
CREATE TABLE dashboard_device (
  user_id      uuid NOT NULL REFERENCES dashboard_user (id),
  digest       bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at   timestamptz(6) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, digest)
);

CREATE OR REPLACE FUNCTION stamp_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.enrolled_at := CASE WHEN NEW.verified THEN clock_timestamp() END;
    RETURN NEW;
  END IF;
  IF NEW.user_id <> OLD.user_id THEN
    RAISE EXCEPTION '%: a second factor stays its user''s', TG_NAME USING ERRCODE = 'TP002';
  END IF;
  IF NEW.secret <> OLD.secret THEN
    NEW.last_step := NULL;
  END IF;
  NEW.enrolled_at := CASE
    WHEN NOT NEW.verified THEN NULL
    WHEN OLD.verified AND NEW.secret = OLD.secret THEN OLD.enrolled_at
    ELSE clock_timestamp()
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER factor_is_stamped BEFORE INSERT OR UPDATE ON dashboard_two_factor
  FOR EACH ROW EXECUTE FUNCTION stamp_factor();

CREATE OR REPLACE FUNCTION stamp_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.factor_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER proof_is_stamped BEFORE INSERT OR UPDATE OF factor_at ON dashboard_session
  FOR EACH ROW WHEN (NEW.factor_at IS NOT NULL) EXECUTE FUNCTION stamp_proof();

-- Keeps when a second factor was enrolled. Trigger function of factor_is_stamped. It was enrolled in the moment in
-- which it was first proved, by this server's clock. So nobody who has the role of the dashboard can make a factor look
-- older than it is. Another secret is another factor: it was not proved yet, and none of its codes was used. A factor
-- stays its user's.
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

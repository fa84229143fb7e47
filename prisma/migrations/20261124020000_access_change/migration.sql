-- Each api confirms the keys in use every 400 ms, so that a revoked one is known within a second: it read all of them,
-- 19 ms of CPU for 1,000 keys on a slow machine. Now it reads one row, and the keys only when that row has changed.
--
-- Expands only. CREATE TRIGGER waits for statements that write these two tables, and lets them wait, for a moment.
CREATE TABLE access_change (
  single     boolean PRIMARY KEY DEFAULT true CHECK (single),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO access_change DEFAULT VALUES;

CREATE OR REPLACE FUNCTION note_access_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE access_change SET changed_in = pg_current_xact_id() WHERE changed_in <> pg_current_xact_id();
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_access_change() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER key_access_is_noted
  AFTER UPDATE OF revoked_at, expires_at, scope, allowed_cidrs OR DELETE ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_access_change();
CREATE CONSTRAINT TRIGGER account_access_is_noted
  AFTER UPDATE OF status, limit_purchases, limit_status, limit_lookups, limit_other OR DELETE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_access_change();

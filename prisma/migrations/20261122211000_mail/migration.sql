-- The outbox of mails to users. Only a new table, which nothing older knows of; no lock is held for long.

-- A row is written in the transaction of the change that it reports; a worker sends it, at least once. Links that set a
-- password are never in it. `skipped`: no mail server is set. Rows that have ended stay for 30 days.
CREATE TABLE mail (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id         uuid,
  email           text NOT NULL CHECK (email <> ''),
  subject         text NOT NULL CHECK (subject <> ''),
  text            text NOT NULL CHECK (text <> ''),
  state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'skipped')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(6) DEFAULT clock_timestamp(),
  error           text,
  created_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  finished_at     timestamptz(6),
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'queued') = (finished_at IS NULL))
);
CREATE INDEX mail_due ON mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mail_over ON mail (finished_at) WHERE finished_at IS NOT NULL;

CREATE OR REPLACE FUNCTION mail_owners(p_account uuid, p_subject text, p_text text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_written integer;
BEGIN
  INSERT INTO mail (user_id, email, subject, text)
  SELECT u.id, u.email, p_subject, p_text FROM dashboard_user u
   WHERE u.account_id = p_account AND u.role = 'owner' AND u.disabled_at IS NULL
     AND EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id);
  GET DIAGNOSTICS v_written = ROW_COUNT;
  RETURN v_written;
END $$;
REVOKE EXECUTE ON FUNCTION mail_owners(uuid, text, text) FROM PUBLIC;

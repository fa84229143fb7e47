-- What operators do from the dashboard, and the long work that they set off there: only new tables, which nothing older knows of.

-- One row for each thing an operator has changed or asked for, written in the transaction of the change itself. Nobody can change or remove one.
CREATE TABLE operator_action (
  id          bigserial PRIMARY KEY,
  at          timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  user_id     text NOT NULL CHECK (user_id <> ''),
  user_email  text NOT NULL CHECK (user_email <> ''),
  action      text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  account_id  uuid,
  request_ref varchar(50) COLLATE "C",
  subject     text NOT NULL CHECK (subject <> ''),
  note        text,
  details     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX operator_action_request_ref_idx ON operator_action (request_ref);
CREATE INDEX operator_action_account_id_id_idx ON operator_action (account_id, id);
CREATE TRIGGER operator_action_is_append_only BEFORE UPDATE OR DELETE ON operator_action FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER operator_action_is_not_emptied BEFORE TRUNCATE ON operator_action FOR EACH STATEMENT EXECUTE FUNCTION refuse();

-- One row for each verification of the books. `seen_at`: when its process last said that it still works on it; a run that has not said so for a while has died.
-- `totals` and `findings` are as people read them: money as naira text.
CREATE TABLE books_check (
  id          uuid PRIMARY KEY,
  started_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  seen_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz(6),
  started_by  text NOT NULL CHECK (started_by <> ''),
  sound       boolean,
  totals      jsonb,
  findings    jsonb NOT NULL DEFAULT '[]',
  fault       text,
  CHECK ((finished_at IS NOT NULL) = (sound IS NOT NULL OR fault IS NOT NULL)),
  CHECK (sound IS NULL OR fault IS NULL),
  CHECK ((sound IS NULL) = (totals IS NULL))
);
CREATE UNIQUE INDEX books_check_one_at_a_time ON books_check ((true)) WHERE finished_at IS NULL;
CREATE TRIGGER books_check_stays BEFORE UPDATE ON books_check FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION refuse();
CREATE TRIGGER books_check_is_kept BEFORE DELETE ON books_check FOR EACH ROW EXECUTE FUNCTION refuse();

-- The same for each reading of the provider's data plans that an operator has set off. `steps`: array of { service, text }, in the order in which they came.
CREATE TABLE catalogue_sync (
  id          uuid PRIMARY KEY,
  started_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  seen_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz(6),
  started_by  text NOT NULL CHECK (started_by <> ''),
  steps       jsonb NOT NULL DEFAULT '[]',
  summary     jsonb,
  fault       text,
  CHECK ((finished_at IS NOT NULL) = (summary IS NOT NULL OR fault IS NOT NULL))
);
CREATE UNIQUE INDEX catalogue_sync_one_at_a_time ON catalogue_sync ((true)) WHERE finished_at IS NULL;
CREATE TRIGGER catalogue_sync_stays BEFORE UPDATE ON catalogue_sync FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION refuse();

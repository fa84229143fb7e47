-- A person's request to resend every event that failed since a time. A worker works it off at a pace, and each event is
-- at most once in it. On a large table `db:migrate` builds webhook_event_undelivered before this, without a lock.

CREATE TABLE webhook_resend (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  -- the user
  asked_by    text NOT NULL,
  since       timestamptz(6) NOT NULL,
  created_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  -- how many events it has, and how many of them ended how; `skipped`: it had arrived meanwhile, or was being resent
  total       integer NOT NULL CHECK (total > 0),
  delivered   integer NOT NULL DEFAULT 0,
  failed      integer NOT NULL DEFAULT 0,
  skipped     integer NOT NULL DEFAULT 0,
  -- before this no worker takes the next ones
  next_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  -- why no more are taken
  stopped     text CHECK (stopped IN ('cancelled', 'no_url', 'no_key')),
  -- when the last one ended
  finished_at timestamptz(6),
  CONSTRAINT webhook_resend_counts CHECK (delivered + failed + skipped <= total)
);
-- One at a time for each account.
CREATE UNIQUE INDEX webhook_resend_running ON webhook_resend (account_id) WHERE finished_at IS NULL;
CREATE INDEX webhook_resend_of_account ON webhook_resend (account_id, created_at);

-- The events of a request that runs. `event_id`: of the first delivery; `delivery_id`: of the copy, once it is written.
CREATE TABLE webhook_resend_event (
  resend_id   uuid NOT NULL,
  event_id    uuid NOT NULL,
  seq         bigint NOT NULL,
  delivery_id uuid,
  PRIMARY KEY (resend_id, event_id)
);
CREATE INDEX webhook_resend_event_waiting ON webhook_resend_event (resend_id, seq) WHERE delivery_id IS NULL;
CREATE INDEX webhook_resend_event_under_way ON webhook_resend_event (resend_id) WHERE delivery_id IS NOT NULL;

-- What failed since a time. A delivered event has no entry in it.
CREATE INDEX IF NOT EXISTS webhook_event_undelivered ON webhook_event (account_id, finished_at, seq)
  WHERE state = 'undelivered';

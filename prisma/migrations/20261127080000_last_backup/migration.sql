-- When backups were last made and verified, for alerts: a worker may not read the audit log. Locks nothing.

CREATE TABLE last_backup (
  task text PRIMARY KEY CHECK (task IN ('run', 'verify')),
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sound boolean NOT NULL
);

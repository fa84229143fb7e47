-- What an operator has closed by hand, and what the breakers of each process have stopped. Only new tables, which
-- nothing older knows of; no lock is held for long.

-- A row closes: `breaker` is 'provider' (all of it) or the id of one service. Opening it again removes the row; the
-- audit log keeps who did what, and why.
CREATE TABLE provider_switch (
  provider  text NOT NULL CHECK (provider <> ''),
  breaker   text NOT NULL CHECK (breaker <> ''),
  reason    text NOT NULL CHECK (reason <> ''),
  closed_by text NOT NULL CHECK (closed_by <> ''),
  closed_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (provider, breaker)
);

-- One row for each breaker of a running process that is not closed, for the console. The process repeats it every few
-- seconds, so a row that is older belongs to a process that is gone.
CREATE TABLE provider_breaker (
  process   text NOT NULL,
  provider  text NOT NULL,
  breaker   text NOT NULL,
  reason    text NOT NULL,
  state     text NOT NULL,
  accounts  integer,
  left_kobo bigint,
  detail    text,
  since     timestamptz(6) NOT NULL,
  seen_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (process, breaker, reason),
  CHECK (reason IN ('unreachable', 'account', 'float', 'silent')),
  CHECK (state IN ('open', 'half_open'))
);
CREATE INDEX provider_breaker_seen_at_idx ON provider_breaker (seen_at);

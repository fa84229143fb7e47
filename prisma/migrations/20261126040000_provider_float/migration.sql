-- The newest reading of our float at each provider, for processes that do not ask the provider themselves. The workers
-- write it once a minute. Only a new table, which nothing older knows of; no lock is held for long.
CREATE TABLE provider_float (
  provider     text PRIMARY KEY CHECK (provider <> ''),
  balance_kobo bigint NOT NULL,
  alert_kobo   bigint NOT NULL CHECK (alert_kobo >= 0), -- below it the worker that wrote this raises an alert; 0: never
  read_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);

-- Reconciliation: what a provider says that it charged, row by row, compared with what we have booked.
--
-- Only adds tables, which version 0.1.0 does not know, and an index, which `db:migrate` builds before, without a lock
-- (build-ahead.ts).

-- A success that was refunded later changes the cost of a day that is closed.
CREATE INDEX IF NOT EXISTS purchase_history_reversed ON purchase_history (at)
  WHERE from_status = 'success' AND to_status = 'refunded';

-- One movement of our money at a provider, as it said. `day`: the day in Lagos that it counts for, which is a later one
-- when that of `at` was closed before the row came.
CREATE TABLE statement_row (
  id                      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider                text NOT NULL,
  row_id                  text NOT NULL,
  source                  text NOT NULL CHECK (source IN ('api', 'csv')),
  at                      timestamptz(6) NOT NULL,
  day                     date NOT NULL,
  direction               text NOT NULL CHECK (direction IN ('debit', 'credit')),
  kind                    text NOT NULL CHECK (kind IN ('sale', 'commission', 'reversal', 'other')),
  amount_kobo             bigint NOT NULL CHECK (amount_kobo >= 0),
  provider_ref            text,
  provider_transaction_id text,
  balance_before_kobo     bigint,
  balance_after_kobo      bigint,
  raw                     jsonb NOT NULL,
  recorded_at             timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX statement_row_provider_row_id_key ON statement_row (provider, row_id);
CREATE INDEX statement_row_provider_day_idx ON statement_row (provider, day);
CREATE INDEX statement_row_provider_provider_transaction_id_idx ON statement_row (provider, provider_transaction_id);
CREATE TRIGGER statement_row_is_fixed BEFORE UPDATE ON statement_row FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_row_is_kept BEFORE DELETE ON statement_row FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_row_is_not_emptied BEFORE TRUNCATE ON statement_row
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- The attempt that a row is about. A row has one; an attempt may have several rows, such as a sale and its commission.
CREATE TABLE statement_match (
  row_id      bigint PRIMARY KEY,
  purchase_id uuid NOT NULL,
  number      smallint NOT NULL,
  sent_at     timestamptz(6) NOT NULL, -- of the attempt
  how         text NOT NULL CHECK (how IN ('reference', 'transaction_id', 'person')),
  matched_by  text,                    -- a person
  matched_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  CHECK ((how = 'person') = (matched_by IS NOT NULL))
);
CREATE INDEX statement_match_purchase_id_number_idx ON statement_match (purchase_id, number);
CREATE TRIGGER statement_match_is_fixed BEFORE UPDATE ON statement_match
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_match_is_kept BEFORE DELETE ON statement_match FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_match_is_not_emptied BEFORE TRUNCATE ON statement_match
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- One reading of a statement, from `since` on and before `until`. `fault`: why it could not be read.
CREATE TABLE statement_pull (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider  text NOT NULL,
  source    text NOT NULL CHECK (source IN ('api', 'csv')),
  since     timestamptz(6) NOT NULL,
  until     timestamptz(6) NOT NULL,
  rows      integer NOT NULL,
  added     integer NOT NULL,
  fault     text,
  pulled_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  CHECK (since < until)
);
CREATE INDEX statement_pull_provider_id_idx ON statement_pull (provider, id);

-- What our account at a provider held. `in_flight_kobo`: the price of the orders that were under way meanwhile, of
-- which it may have charged some.
CREATE TABLE balance_snapshot (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider       text NOT NULL,
  at             timestamptz(6) NOT NULL,
  balance_kobo   bigint NOT NULL,
  in_flight_kobo bigint NOT NULL CHECK (in_flight_kobo >= 0)
);
CREATE INDEX balance_snapshot_provider_at_idx ON balance_snapshot (provider, at);

-- When a worker last began what is done at intervals for a provider: of all workers one does it.
CREATE TABLE reconciliation_turn (
  provider text NOT NULL,
  task     text NOT NULL CHECK (task IN ('statement', 'balance', 'requery')),
  begun_at timestamptz(6) NOT NULL,
  PRIMARY KEY (provider, task)
);

-- What a provider without a statement answered when it was asked again about an attempt that is over.
CREATE TABLE attempt_check (
  purchase_id uuid NOT NULL,
  number      smallint NOT NULL,
  provider    text NOT NULL,
  sent_at     timestamptz(6) NOT NULL,
  answer      text NOT NULL CHECK (answer IN ('delivered', 'not_delivered', 'reversed', 'missing', 'undecided')),
  cost_kobo   bigint,
  asked_at    timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (purchase_id, number)
);
CREATE INDEX attempt_check_provider_sent_at_idx ON attempt_check (provider, sent_at);

-- A difference between a provider and us. It is open until a person resolves it, or it is gone: `cleared_at`.
CREATE TABLE reconciliation_finding (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider         text NOT NULL,
  day              date NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('amount_differs', 'status_differs', 'missing_there', 'missing_here',
                                                 'twice_there', 'balance_step', 'time_differs', 'zone_differs',
                                                 'row_changed', 'day_drifts')),
  subject          text NOT NULL,
  difference_kobo  bigint NOT NULL, -- by how much more they charged than we have booked
  purchase_id      uuid,
  number           smallint,
  row_id           bigint,
  suggested_row_id bigint,          -- the row that is perhaps about this attempt
  facts            jsonb NOT NULL DEFAULT '{}',
  found_at         timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  cleared_at       timestamptz(6),
  resolved_at      timestamptz(6),
  resolved_by      text,
  resolution       text CHECK (resolution IN ('accepted', 'matched', 'explained')),
  note             text,
  CHECK (num_nulls(resolved_at, resolved_by, resolution, note) IN (0, 4)),
  CHECK (cleared_at IS NULL OR resolved_at IS NULL)
);
CREATE UNIQUE INDEX reconciliation_finding_once
  ON reconciliation_finding (provider, kind, subject, difference_kobo);
CREATE INDEX reconciliation_finding_provider_day_idx ON reconciliation_finding (provider, day);
CREATE INDEX reconciliation_finding_purchase_id_idx ON reconciliation_finding (purchase_id);
CREATE INDEX reconciliation_finding_open ON reconciliation_finding (provider, kind)
  WHERE cleared_at IS NULL AND resolved_at IS NULL;
CREATE TRIGGER reconciliation_finding_is_resolved_once BEFORE UPDATE ON reconciliation_finding FOR EACH ROW
  WHEN (OLD.resolved_at IS NOT NULL
        OR (OLD.provider, OLD.day, OLD.kind, OLD.subject, OLD.difference_kobo, OLD.found_at)
           IS DISTINCT FROM (NEW.provider, NEW.day, NEW.kind, NEW.subject, NEW.difference_kobo, NEW.found_at))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER reconciliation_finding_is_kept BEFORE DELETE ON reconciliation_finding
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER reconciliation_finding_is_not_emptied BEFORE TRUNCATE ON reconciliation_finding
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- A change of our float at a provider that is not the cost of a sale: what we paid in, and what a person accepted.
CREATE TABLE float_entry (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider    text NOT NULL,
  day         date NOT NULL,
  amount_kobo bigint NOT NULL,
  finding_id  bigint NOT NULL CONSTRAINT float_entry_finding_id_key UNIQUE,
  note        text NOT NULL,
  written_by  text NOT NULL,
  written_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX float_entry_provider_day_idx ON float_entry (provider, day);
CREATE TRIGGER float_entry_is_fixed BEFORE UPDATE ON float_entry FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER float_entry_is_kept BEFORE DELETE ON float_entry FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER float_entry_is_not_emptied BEFORE TRUNCATE ON float_entry
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- A day in Lagos that a person has signed. The provider's balance: opening + credits - debits + unlisted = closing, where
-- unlisted_kobo are the steps without a row, each of which a person has resolved. Our float: float_opening + entries -
-- cost - earlier = float_closing; earlier_kobo: by how much the cost of orders of days that were closed has changed.
-- carried_kobo: what of the difference of the two closings is of orders that one side counts for this day and the other
-- for another one.
CREATE TABLE closed_day (
  provider           text NOT NULL,
  day                date NOT NULL,
  basis              text NOT NULL CHECK (basis IN ('rows', 'snapshots')),
  rows               integer NOT NULL,
  attempts           integer NOT NULL,
  opening_kobo       bigint NOT NULL,
  debits_kobo        bigint NOT NULL,
  credits_kobo       bigint NOT NULL,
  unlisted_kobo      bigint NOT NULL,
  closing_kobo       bigint NOT NULL,
  cost_kobo          bigint NOT NULL,
  earlier_kobo       bigint NOT NULL,
  float_opening_kobo bigint NOT NULL,
  entries_kobo       bigint NOT NULL,
  float_closing_kobo bigint NOT NULL,
  carried_kobo       bigint NOT NULL,
  opens_at           timestamptz(6) NOT NULL, -- the beginning of the day, or the last snapshot before it
  closes_at          timestamptz(6) NOT NULL, -- the same of its end
  closed_by          text NOT NULL,
  closed_at          timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (provider, day),
  CHECK (opening_kobo + credits_kobo - debits_kobo + unlisted_kobo = closing_kobo),
  CHECK (float_opening_kobo + entries_kobo - cost_kobo - earlier_kobo = float_closing_kobo),
  CHECK (closing_kobo - float_closing_kobo = carried_kobo)
);
CREATE TRIGGER closed_day_is_fixed BEFORE UPDATE ON closed_day FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_day_is_kept BEFORE DELETE ON closed_day FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_day_is_not_emptied BEFORE TRUNCATE ON closed_day
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

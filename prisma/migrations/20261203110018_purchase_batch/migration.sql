-- What people buy in the dashboard: a batch is one order from a form, or up to 1,000 from a file. Each row becomes an
-- ordinary purchase (accept_batch_row). buying_cap_kobo: the most that the people of a live account may buy for in a
-- Lagos day; NULL: they may not buy. A test account needs none.
ALTER TABLE account ADD COLUMN buying_cap_kobo bigint CHECK (buying_cap_kobo > 0);

-- id: given by the browser, so that a repeated request opens no second one. code: the first part of the references of
-- its rows. paused_for: why it is paused. ended_at: when it was done or cancelled. notes: what was corrected in its file.
CREATE TABLE purchase_batch (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  code         text NOT NULL CHECK (length(code) BETWEEN 1 AND 20),
  source       text NOT NULL CHECK (source IN ('form', 'file')),
  file_name    text CHECK ((file_name IS NULL) = (source = 'form')),
  state        text NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'done', 'cancelled')),
  paused_for   text CHECK (paused_for IN ('person', 'insufficient_balance', 'cap_reached', 'account_suspended',
                                          'buying_off')),
  rows         integer NOT NULL CHECK (rows BETWEEN 1 AND 1000),
  total_kobo   bigint NOT NULL CHECK (total_kobo > 0),
  notes        jsonb NOT NULL DEFAULT '[]',
  opened_by    uuid NOT NULL,
  confirmed_by uuid,
  opened_at    timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  confirmed_at timestamptz(6),
  ended_at     timestamptz(6),
  UNIQUE (account_id, code),
  CHECK ((state = 'paused') = (paused_for IS NOT NULL)),
  CHECK ((state IN ('done', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  CHECK (state IN ('draft', 'cancelled') OR confirmed_at IS NOT NULL),
  CHECK (state <> 'draft' OR confirmed_at IS NULL)
);
CREATE INDEX purchase_batch_running ON purchase_batch (account_id, id) WHERE state = 'running';
CREATE INDEX purchase_batch_unconfirmed ON purchase_batch (opened_at) WHERE confirmed_at IS NULL;
CREATE INDEX purchase_batch_of_account ON purchase_batch (account_id, opened_at, id);

-- n: the line in the file, whose header is line 1; 1 from a form. amount_kobo: what it is expected to charge. ordered:
-- the order as core has it, NULL once the purchase has it. error: the code why it was refused. last_error: the code why
-- it was not accepted when it was last tried, of a row that is tried again. next_try_at: until then it is left to the
-- worker that took it last.
CREATE TABLE batch_row (
  batch_id     uuid REFERENCES purchase_batch (id) ON DELETE CASCADE,
  n            integer CHECK (n > 0),
  account_id   uuid NOT NULL,
  purchase_id  uuid UNIQUE,
  request_ref  varchar(50) NOT NULL,
  product_type text NOT NULL,
  plan_id      text,
  ordered      jsonb,
  amount_kobo  bigint NOT NULL CHECK (amount_kobo > 0),
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'refused', 'cancelled')),
  error        text,
  last_error   text,
  accepted_at  timestamptz(6),
  next_try_at  timestamptz(6),
  PRIMARY KEY (batch_id, n),
  CHECK ((state = 'accepted') = (purchase_id IS NOT NULL)),
  CHECK ((state = 'accepted') = (accepted_at IS NOT NULL)),
  CHECK ((state = 'refused') = (error IS NOT NULL)),
  CHECK (state <> 'waiting' OR ordered IS NOT NULL)
);
CREATE INDEX batch_row_waiting ON batch_row (batch_id, next_try_at NULLS FIRST, n) WHERE state = 'waiting';
CREATE INDEX batch_row_accepted ON batch_row (account_id, accepted_at) WHERE state = 'accepted';

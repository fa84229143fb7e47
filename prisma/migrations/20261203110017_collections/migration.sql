-- Money that clients transfer to us, as a collector such as Monnify or the bank's own file reports it.

-- The account at the collector into which the owners of an account transfer. Written before the collector is asked for
-- it, under the account's id, which is its reference there: an account whose reference is lost cannot be found again.
-- unread_since: since when its list cannot be read.
CREATE TABLE funding_account (
  account_id   uuid PRIMARY KEY REFERENCES account,
  collector    text NOT NULL,
  asked_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  banks        jsonb NOT NULL DEFAULT '[]',
  read_at      timestamptz(6),
  swept_at     timestamptz(6),
  paid_at      timestamptz(6),
  unread_since timestamptz(6),
  CHECK (read_at IS NOT NULL OR banks = '[]')
);

-- Transfers that the collector is still to be asked about. A notice proves nothing: anybody may send one. unread_since:
-- since when no answer could be read.
CREATE TABLE collection_notice (
  collector    text,
  reference    text,
  noticed_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  next_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  tries        integer NOT NULL DEFAULT 0,
  unread_since timestamptz(6),
  PRIMARY KEY (collector, reference)
);
CREATE INDEX collection_notice_due ON collection_notice (next_at);

-- A transfer, once for each reference in the whole service (funding_key). record_collection and add_bank_transfers write
-- it, and fund_wallet whose wallet got it. Until then it waits here.
CREATE TABLE collection (
  id           bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  collector    text NOT NULL,
  reference    text NOT NULL,
  key          text NOT NULL UNIQUE,
  account_id   uuid REFERENCES account,
  amount_kobo  bigint NOT NULL CHECK (amount_kobo > 0),
  settled_kobo bigint CHECK (settled_kobo >= 0),
  paid_on      text NOT NULL,
  payer        text NOT NULL,
  payer_bank   text NOT NULL,
  state        text NOT NULL CHECK (state IN ('credited', 'waiting', 'unassigned', 'reversed', 'dismissed')),
  reason       text CHECK (reason IN ('above_maximum', 'daily_cap', 'switched_off', 'partly_paid', 'bank_file',
                                      'bad_reference', 'nobody', 'funded_otherwise', 'paid_after_all')),
  entry_id     bigint UNIQUE,
  found_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  checked_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  reversed_at  timestamptz(6),
  note         text CHECK (note <> ''),
  CHECK ((state = 'credited') = (entry_id IS NOT NULL)),
  CHECK ((state IN ('waiting', 'unassigned')) = (reason IS NOT NULL)),
  CHECK (state <> 'waiting' OR account_id IS NOT NULL),
  CHECK (state <> 'reversed' OR reversed_at IS NOT NULL),
  CHECK ((state = 'dismissed') = (note IS NOT NULL))
);
CREATE INDEX collection_open ON collection (id) WHERE state IN ('waiting', 'unassigned');
CREATE INDEX collection_of_account ON collection (account_id, id);
CREATE INDEX collection_found_at ON collection (found_at);
CREATE INDEX collection_unchecked ON collection (checked_at);
CREATE TRIGGER collection_keeps_what_was_paid BEFORE UPDATE ON collection FOR EACH ROW
  WHEN ((OLD.collector, OLD.reference, OLD.key, OLD.amount_kobo, OLD.found_at)
        IS DISTINCT FROM (NEW.collector, NEW.reference, NEW.key, NEW.amount_kobo, NEW.found_at)
        OR OLD.entry_id IS NOT NULL AND NEW.entry_id IS DISTINCT FROM OLD.entry_id)
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER collection_is_kept BEFORE DELETE ON collection FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER collection_is_not_emptied BEFORE TRUNCATE ON collection
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- A day in Lagos that was compared with the collector's own list.
CREATE TABLE collection_day (
  collector   text,
  day         date,
  listed      integer NOT NULL,
  listed_kobo bigint NOT NULL,
  booked      integer NOT NULL,
  booked_kobo bigint NOT NULL,
  compared_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (collector, day)
);

-- What the collector may add to wallets without a person: nothing while it is off, and at most its cap in a Lagos day.
ALTER TABLE money_rule
  ADD COLUMN collections        text NOT NULL DEFAULT 'on' CHECK (collections IN ('on', 'off')),
  ADD COLUMN collector_cap_kobo bigint NOT NULL DEFAULT 2000000000 CHECK (collector_cap_kobo >= 0);

ALTER TABLE approval DROP CONSTRAINT approval_kind_check;
ALTER TABLE approval ADD CONSTRAINT approval_kind_check CHECK (kind IN (
  'fund', 'adjust', 'refund', 'limits', 'price', 'discount', 'owner_add', 'operator_add', 'operator_link',
  'operator_factor_reset', 'operator_disable', 'collections'));

ALTER TABLE reconciliation_finding DROP CONSTRAINT reconciliation_finding_kind_check;
ALTER TABLE reconciliation_finding ADD CONSTRAINT reconciliation_finding_kind_check CHECK (kind IN (
  'amount_differs', 'status_differs', 'missing_there', 'missing_here', 'twice_there', 'balance_step', 'time_differs',
  'zone_differs', 'row_changed', 'day_drifts', 'transfer_reversed', 'transfer_differs'));

-- The tables of version 1.0, each with its checks, indexes and triggers. schema.prisma says what they hold. The
-- functions are in prisma/functions: `db:migrate` creates those that triggers call before the migrations, and applies
-- all of them afterwards. Roles get their rights from `db:grant`.
--
-- The rule of a guard stands in the WHEN of its trigger, so a legal change costs one expression. On the purchase path a
-- trigger also names its columns: PostgreSQL reads a WHEN from text in each statement that may fire the trigger.
-- prisma/functions/README.md says which statement needs which index.

-- ------------------------------------------------------------------------------------------------------------ accounts

CREATE TABLE tier (
  id         serial PRIMARY KEY,
  name       text NOT NULL CHECK (name <> ''),
  markup_bps integer NOT NULL CHECK (markup_bps BETWEEN 0 AND 100000),
  created_at timestamptz(6) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tier_name_key ON tier (name);
INSERT INTO tier (name, markup_bps) VALUES ('standard', 1000);

CREATE TABLE account (
  id                        uuid PRIMARY KEY,
  name                      text NOT NULL CHECK (name <> ''),
  tier_id                   integer NOT NULL REFERENCES tier (id),
  status                    text NOT NULL DEFAULT 'active'
                            CONSTRAINT account_status_check
                            CHECK (status IN ('active', 'suspended')
                                   OR status = 'closed' AND mode = 'test' AND webhook_url IS NULL),
  webhook_url               text,
  created_at                timestamptz(6) NOT NULL DEFAULT now(),
  limit_purchases           integer CHECK (limit_purchases BETWEEN 1 AND 1000000),
  limit_status              integer CHECK (limit_status BETWEEN 1 AND 1000000),
  limit_lookups             integer CHECK (limit_lookups BETWEEN 1 AND 1000000),
  limit_other               integer CHECK (limit_other BETWEEN 1 AND 1000000),
  factor_required           boolean NOT NULL DEFAULT false,
  low_balance_kobo          bigint CHECK (low_balance_kobo > 0),
  low_balance_mailed_at     timestamptz(6),
  payment_reference         text NOT NULL DEFAULT '' CHECK (payment_reference ~ '^TUP-[23456789FHKMQRWXY]{6}$'),
  mode                      text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  twin_of                   uuid REFERENCES account (id),
  time_zone                 text NOT NULL DEFAULT 'Africa/Lagos' CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  webhook_failing_mailed_at timestamptz(6),
  webhook_well_at           timestamptz(6),
  had_owner                 boolean NOT NULL DEFAULT false,
  CONSTRAINT account_twin_is_test CHECK ((mode = 'test') = (twin_of IS NOT NULL))
);
CREATE UNIQUE INDEX account_name_key ON account (name);
CREATE UNIQUE INDEX account_payment_reference_key ON account (payment_reference);
CREATE UNIQUE INDEX account_one_twin ON account (twin_of) WHERE status <> 'closed';
CREATE TRIGGER account_has_wallet AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION open_wallet();
CREATE TRIGGER account_has_payment_reference BEFORE INSERT OR UPDATE OF payment_reference ON account FOR EACH ROW
  WHEN (NEW.payment_reference = '') EXECUTE FUNCTION give_payment_reference();
CREATE TRIGGER account_is_not_emptied BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE CONSTRAINT TRIGGER account_access_is_noted
  AFTER UPDATE OF status, limit_purchases, limit_status, limit_lookups, limit_other OR DELETE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_access_change();
CREATE TRIGGER account_has_twin AFTER INSERT ON account FOR EACH ROW
  WHEN (NEW.mode = 'live') EXECUTE FUNCTION open_test_twin();
CREATE TRIGGER account_twin_follows
  AFTER UPDATE OF tier_id, status, limit_purchases, limit_status, limit_lookups, limit_other ON account FOR EACH ROW
  WHEN (NEW.mode = 'live') EXECUTE FUNCTION change_test_twin();

-- A busy wallet is updated thousands of times a second: room in its page keeps those updates off the index. The same
-- holds for the day of a busy key.
CREATE TABLE wallet (
  account_id   uuid PRIMARY KEY REFERENCES account (id),
  balance_kobo bigint NOT NULL DEFAULT 0 CONSTRAINT wallet_balance_kobo_check CHECK (balance_kobo >= floor_kobo),
  floor_kobo   bigint NOT NULL DEFAULT 0 CHECK (floor_kobo <= 0)
) WITH (fillfactor = 50);
CREATE TRIGGER wallet_is_kept BEFORE DELETE ON wallet FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER wallet_is_not_emptied BEFORE TRUNCATE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE api_key (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL REFERENCES account (id),
  name               text NOT NULL CHECK (name <> ''),
  display            text NOT NULL,
  digest             bytea NOT NULL CHECK (length(digest) = 32),
  secret_encrypted   bytea NOT NULL,
  key_version        smallint NOT NULL,
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  last_used_at       timestamptz(6),
  revoked_at         timestamptz(6),
  master_fingerprint text CHECK (master_fingerprint ~ '^[0-9a-f]{16}$'),
  scope              text NOT NULL DEFAULT 'purchase' CHECK (scope IN ('read', 'purchase')),
  expires_at         timestamptz(6),
  allowed_cidrs      text[] NOT NULL DEFAULT '{}',
  daily_limit_kobo   bigint CHECK (daily_limit_kobo > 0)
);
CREATE UNIQUE INDEX api_key_digest_key ON api_key (digest);
CREATE INDEX api_key_account_id_created_at_idx ON api_key (account_id, created_at);
CREATE CONSTRAINT TRIGGER key_access_is_noted
  AFTER UPDATE OF revoked_at, expires_at, scope, allowed_cidrs, account_id OR DELETE ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_access_change();

CREATE TABLE api_key_day (
  key_id     uuid REFERENCES api_key (id),
  day        date,
  purchases  integer NOT NULL CHECK (purchases >= 0),
  spent_kobo bigint NOT NULL CHECK (spent_kobo >= 0),
  PRIMARY KEY (key_id, day)
) WITH (fillfactor = 50);

-- The api reads its keys again only when this has changed.
CREATE TABLE access_change (
  single     boolean PRIMARY KEY DEFAULT true CHECK (single),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO access_change DEFAULT VALUES;

CREATE TABLE webhook_secret (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL REFERENCES account (id),
  display            text NOT NULL,
  secret_encrypted   bytea NOT NULL,
  key_version        smallint NOT NULL,
  master_fingerprint text NOT NULL,
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  ends_at            timestamptz(6)
);
CREATE INDEX webhook_secret_account_id_ends_at_idx ON webhook_secret (account_id, ends_at);
CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret (account_id) WHERE ends_at IS NULL;

-- ----------------------------------------------------------------------------------------------------------- purchases

-- Without foreign keys, as are the tables of events and of the ledger: a check of each row would cost as much as the
-- insert. Functions of the owner write them under the lock of the wallet, and wallets are never deleted.
CREATE TABLE purchase (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL,
  request_ref        varchar(50) COLLATE "C" NOT NULL CHECK (request_ref <> ''),
  product_type       text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  status             text NOT NULL DEFAULT 'initiated'
                     CHECK (status IN ('initiated', 'pending', 'success', 'failed', 'refunded')),
  amount_kobo        bigint NOT NULL CHECK (amount_kobo > 0),
  cost_kobo          bigint CHECK (cost_kobo >= 0),
  recipient          text NOT NULL,
  details            jsonb NOT NULL,
  result             jsonb NOT NULL DEFAULT '{}',
  message            text,
  description        text NOT NULL,
  provider           text NOT NULL,
  provider_ref       text COLLATE "C",
  sends              smallint NOT NULL DEFAULT 0 CHECK (sends BETWEEN 0 AND 1),
  claim_token        uuid,
  claim_expires_at   timestamptz(6),
  sent_at            timestamptz(6),
  checks             integer NOT NULL DEFAULT 0,
  next_check_at      timestamptz(6),
  window_ends_at     timestamptz(6),
  refused_with       text,
  order_seen         boolean NOT NULL DEFAULT false,
  missing_count      integer NOT NULL DEFAULT 0,
  missing_since      timestamptz(6),
  needs_review       boolean NOT NULL DEFAULT false,
  cause              text NOT NULL,
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  final_at           timestamptz(6),
  provider_order     jsonb NOT NULL,
  cause_code         text,
  token_awaited      boolean NOT NULL DEFAULT false,
  quarantined_at     timestamptz(6),
  provider_evidence  jsonb NOT NULL DEFAULT '{}',
  contradicted_by    jsonb,
  reviewed_at        timestamptz(6),
  review_note        text,
  api_key_id         uuid,
  attempt            smallint NOT NULL DEFAULT 1,
  decision           jsonb,
  traceparent        text,
  expected_loss_kobo bigint,
  CHECK ((sends = 0) = (sent_at IS NULL)),
  CHECK (sends = 0 OR provider_ref IS NOT NULL),
  CHECK ((status IN ('initiated', 'pending')) = (final_at IS NULL)),
  CHECK (final_at IS NULL OR (next_check_at IS NULL AND window_ends_at IS NULL AND claim_token IS NULL)),
  CHECK (window_ends_at IS NULL OR status = 'initiated'),
  CHECK ((missing_count = 0) = (missing_since IS NULL)),
  CONSTRAINT purchase_success_was_sent CHECK (status <> 'success' OR sends = 1 OR contradicted_by IS NOT NULL)
) WITH (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_limit = 100);
CREATE UNIQUE INDEX purchase_provider_ref_key ON purchase (provider_ref);
-- Claim and settle name none of these predicates: a cached plan through a partial index is linear in the backlog.
CREATE INDEX purchase_unanswered ON purchase (window_ends_at) WHERE window_ends_at IS NOT NULL;
CREATE INDEX purchase_review ON purchase (created_at) WHERE needs_review;
CREATE INDEX purchase_open_recipient ON purchase (recipient) WHERE sends = 1 AND final_at IS NULL;
-- A purchase enters these when it becomes final: one insertion in its life.
CREATE INDEX purchase_final ON purchase (account_id, product_type, status, created_at, id) INCLUDE (amount_kobo)
  WHERE final_at IS NOT NULL;
CREATE INDEX purchase_final_recipient ON purchase (recipient, account_id, product_type, status, created_at, id)
  WHERE final_at IS NOT NULL;
CREATE INDEX purchase_pending ON purchase (account_id, created_at, id) WHERE status = 'pending';
CREATE UNIQUE INDEX purchase_request_ref_account_id_key ON purchase (request_ref, account_id);
CREATE INDEX purchase_due_by_account ON purchase (sends, account_id, next_check_at) WHERE next_check_at IS NOT NULL;
CREATE TRIGGER purchase_is_kept BEFORE DELETE ON purchase FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_is_not_emptied BEFORE TRUNCATE ON purchase FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_move_is_legal BEFORE UPDATE OF status ON purchase FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT (
    OLD.status = 'initiated'
    OR OLD.status = 'pending' AND NEW.status <> 'initiated'
    OR OLD.status = 'success' AND NEW.status = 'refunded'))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_birth AFTER INSERT ON purchase REFERENCING NEW TABLE AS born
  FOR EACH STATEMENT EXECUTE FUNCTION record_first_status();
CREATE TRIGGER purchase_move AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION record_status_change();
CREATE TRIGGER purchase_key_is_fixed BEFORE UPDATE OF api_key_id ON purchase FOR EACH ROW
  WHEN (OLD.api_key_id IS DISTINCT FROM NEW.api_key_id) EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_gives_back AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (NEW.api_key_id IS NOT NULL AND OLD.status <> NEW.status AND NEW.status IN ('failed', 'refunded'))
  EXECUTE FUNCTION give_back_key_spending();
CREATE TRIGGER purchase_starts_initiated BEFORE INSERT ON purchase FOR EACH ROW
  WHEN (NEW.status <> 'initiated' OR NEW.attempt <> 1) EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_is_sent_once BEFORE UPDATE OF sends, provider_ref, sent_at, attempt ON purchase FOR EACH ROW
  WHEN (OLD.attempt = NEW.attempt
        AND (NEW.sends < OLD.sends
             OR OLD.sends = 1 AND (OLD.provider_ref, OLD.sent_at) IS DISTINCT FROM (NEW.provider_ref, NEW.sent_at)
             OR OLD.final_at IS NOT NULL AND OLD.sends <> NEW.sends)
     OR OLD.attempt <> NEW.attempt
        AND (NEW.attempt <> OLD.attempt + 1 OR NEW.attempt > 3 OR OLD.status <> 'initiated' OR NEW.sends <> 0
             OR NEW.provider_ref IS NOT NULL OR NEW.sent_at IS NOT NULL))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_facts_are_fixed
  BEFORE UPDATE OF id, account_id, request_ref, product_type, amount_kobo, recipient, details, provider, provider_order,
                   decision, created_at ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.created_at)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.created_at)
     OR OLD.attempt = NEW.attempt AND (OLD.provider, OLD.decision) IS DISTINCT FROM (NEW.provider, NEW.decision)
     OR ((OLD.recipient, OLD.details) IS DISTINCT FROM (NEW.recipient, NEW.details)
         OR OLD.attempt = NEW.attempt AND OLD.provider_order IS DISTINCT FROM NEW.provider_order)
        AND (NEW.recipient = 'removed' AND NEW.provider_order ->> 'contactPhone' = 'removed'
             AND OLD.final_at < now() - interval '180 days') IS NOT TRUE)
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER purchase_was_a_loss AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (NEW.status IN ('success', 'failed', 'refunded') AND OLD.status <> 'success'
        AND (NEW.expected_loss_kobo IS NOT NULL OR NEW.status = 'success' AND NEW.cost_kobo > NEW.amount_kobo))
  EXECUTE FUNCTION record_loss();

CREATE TABLE closed_attempt (
  purchase_id     uuid,
  number          smallint CHECK (number IN (1, 2)),
  provider        text NOT NULL,
  provider_order  jsonb NOT NULL,
  provider_ref    text UNIQUE,
  sends           smallint NOT NULL CHECK (sends IN (0, 1)),
  sent_at         timestamptz(6),
  outcome         text NOT NULL CHECK (outcome IN ('not_sent', 'refused', 'confirmed_failed', 'never_received')),
  evidence        jsonb NOT NULL,
  decision        jsonb,
  closed_at       timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  asking_until    timestamptz(6),
  checked_at      timestamptz(6),
  contradicted_at timestamptz(6),
  PRIMARY KEY (purchase_id, number),
  CHECK ((sends = 1) = (provider_ref IS NOT NULL AND sent_at IS NOT NULL)),
  CHECK (sends = 1 OR outcome = 'not_sent')
);
CREATE UNIQUE INDEX closed_attempt_once_per_provider ON closed_attempt (purchase_id, provider);
CREATE INDEX closed_attempt_unchecked ON closed_attempt (closed_at) WHERE sends = 1 AND checked_at IS NULL;
CREATE TRIGGER closed_attempt_is_kept BEFORE DELETE ON closed_attempt FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_attempt_is_not_emptied BEFORE TRUNCATE ON closed_attempt
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_attempt_is_fixed BEFORE UPDATE ON closed_attempt FOR EACH ROW
  WHEN ((OLD.purchase_id, OLD.number, OLD.provider, OLD.provider_ref, OLD.sends, OLD.sent_at, OLD.outcome, OLD.decision,
         OLD.closed_at)
        IS DISTINCT FROM
        (NEW.purchase_id, NEW.number, NEW.provider, NEW.provider_ref, NEW.sends, NEW.sent_at, NEW.outcome, NEW.decision,
         NEW.closed_at)
     OR (OLD.provider_order, OLD.evidence) IS DISTINCT FROM (NEW.provider_order, NEW.evidence)
        AND (NEW.provider_order ->> 'contactPhone' = 'removed'
             AND OLD.closed_at < now() - interval '180 days') IS NOT TRUE)
  EXECUTE FUNCTION forbid_change();

CREATE VIEW attempt AS
  SELECT c.purchase_id, c.number, c.provider, c.provider_order, c.provider_ref, c.sends, c.sent_at, c.outcome,
         NULL::bigint AS cost_kobo, c.evidence, c.decision, c.closed_at AS ended_at, c.contradicted_at
    FROM closed_attempt c
   UNION ALL
  SELECT q.id, q.attempt, q.provider, q.provider_order, q.provider_ref, q.sends, q.sent_at,
         CASE WHEN q.final_at IS NULL THEN CASE q.sends WHEN 0 THEN 'unsent' ELSE 'open' END
              WHEN q.sends = 0 THEN 'not_sent'
              WHEN q.status = 'success' THEN 'delivered'
              ELSE q.status END,
         q.cost_kobo, q.provider_evidence, q.decision, q.final_at, NULL
    FROM purchase q;

-- In months of the time in purchase_id (UUID version 7), so that vacuum and backups meet small tables. Workers add the
-- months; the first partition ends so late that they are in time.
CREATE TABLE purchase_history (
  id          bigserial,
  purchase_id uuid,
  from_status text,
  to_status   text NOT NULL,
  cause       text NOT NULL,
  at          timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  cause_code  text,
  PRIMARY KEY (purchase_id, id)
) PARTITION BY RANGE (purchase_id);
CREATE INDEX purchase_history_reversed ON purchase_history (at)
  WHERE from_status = 'success' AND to_status = 'refunded';
CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON purchase_history
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
DO $$ BEGIN
  EXECUTE format('CREATE TABLE purchase_history_first PARTITION OF purchase_history FOR VALUES FROM (MINVALUE) TO (%L)',
    rpad(lpad(to_hex((extract(epoch FROM date_trunc('month', now(), 'UTC') + interval '4 months') * 1000)::bigint),
              12, '0'), 32, '0')::uuid);
END $$;
CREATE TABLE purchase_history_default PARTITION OF purchase_history DEFAULT;
-- unlike triggers of rows, those of statements are not copied to partitions
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history_first
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history_default
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE simulated_order (
  provider_ref text PRIMARY KEY,
  account_id   uuid NOT NULL,
  requeries    integer NOT NULL DEFAULT 0,
  token        text,
  known_from   timestamptz(6) NOT NULL
);

-- --------------------------------------------------------------------------------------------------------------- money

-- Ids are drawn under the lock of the wallet, so the balances of a wallet are in the order of its ids. The sequence
-- must keep CACHE 1 for that.
CREATE TABLE ledger_entry (
  id                  bigserial PRIMARY KEY,
  account_id          uuid NOT NULL,
  purchase_id         uuid,
  kind                text NOT NULL CHECK (kind IN ('funding', 'debit', 'refund', 'adjustment')),
  amount_kobo         bigint NOT NULL CHECK (amount_kobo <> 0),
  balance_before_kobo bigint NOT NULL,
  balance_after_kobo  bigint NOT NULL,
  reference           text NOT NULL CHECK (reference <> ''),
  created_at          timestamptz(6) NOT NULL DEFAULT now(),
  corrects_id         bigint,
  reason              text,
  CONSTRAINT ledger_entry_below_zero_check CHECK (balance_after_kobo >= 0 OR amount_kobo > 0 OR kind = 'adjustment'),
  CHECK (balance_after_kobo = balance_before_kobo + amount_kobo),
  CHECK (kind = 'adjustment' OR (kind = 'debit') = (amount_kobo < 0)),
  CHECK ((kind IN ('debit', 'refund')) = (purchase_id IS NOT NULL))
);
CREATE UNIQUE INDEX ledger_once_per_purchase ON ledger_entry (purchase_id, kind) WHERE purchase_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_once_per_reference ON ledger_entry (account_id, kind, reference) WHERE purchase_id IS NULL;
CREATE INDEX ledger_entry_account_id_id_idx ON ledger_entry (account_id, id);
CREATE INDEX ledger_entry_not_debit ON ledger_entry (account_id, kind, id) WHERE kind <> 'debit';
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER ledger_is_not_emptied BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE funding_reference (
  key      text PRIMARY KEY,
  entry_id bigint NOT NULL
);
CREATE UNIQUE INDEX funding_reference_entry_id_key ON funding_reference (entry_id);
CREATE TRIGGER funding_reference_is_append_only BEFORE UPDATE OR DELETE ON funding_reference
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER funding_reference_is_not_emptied BEFORE TRUNCATE ON funding_reference
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE money_rule (
  single              boolean PRIMARY KEY DEFAULT true CHECK (single),
  approval_limit_kobo bigint NOT NULL DEFAULT 100000000 CHECK (approval_limit_kobo >= 0),
  daily_cap_kobo      bigint NOT NULL DEFAULT 500000000 CHECK (daily_cap_kobo >= 0),
  approvals           text NOT NULL DEFAULT 'required' CHECK (approvals IN ('required', 'off')),
  changed_at          timestamptz(6)
);
INSERT INTO money_rule DEFAULT VALUES;
CREATE TRIGGER money_rule_is_kept BEFORE DELETE ON money_rule FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER money_rule_is_not_emptied BEFORE TRUNCATE ON money_rule
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE approval (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind              text NOT NULL CHECK (kind IN (
                      'fund', 'adjust', 'refund', 'limits', 'price', 'owner_add',
                      'operator_add', 'operator_link', 'operator_factor_reset', 'operator_disable')),
  payload           jsonb NOT NULL,
  note              text NOT NULL,
  requested_by      text NOT NULL,
  requested_as      uuid,
  requested_session uuid,
  requested_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  expires_at        timestamptz(6) NOT NULL DEFAULT clock_timestamp() + interval '24 hours',
  state             text NOT NULL DEFAULT 'requested'
                    CHECK (state IN ('requested', 'approved', 'declined', 'cancelled')),
  decided_by        uuid,
  decided_session   uuid,
  decided_at        timestamptz(6),
  decision_note     text,
  used_at           timestamptz(6),
  CHECK ((state = 'requested') = (decided_at IS NULL)),
  CHECK ((state IN ('approved', 'declined')) = (decided_by IS NOT NULL)),
  CHECK (used_at IS NULL OR state = 'approved')
);
CREATE INDEX approval_requested_at_idx ON approval (requested_at);
CREATE TRIGGER approval_is_decided_once BEFORE UPDATE ON approval FOR EACH ROW
  WHEN (OLD.state IN ('declined', 'cancelled') OR OLD.used_at IS NOT NULL
     OR (OLD.id, OLD.kind, OLD.payload, OLD.note, OLD.requested_by, OLD.requested_as, OLD.requested_session,
         OLD.requested_at, OLD.expires_at)
        IS DISTINCT FROM
        (NEW.id, NEW.kind, NEW.payload, NEW.note, NEW.requested_by, NEW.requested_as, NEW.requested_session,
         NEW.requested_at, NEW.expires_at))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER approval_is_kept BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER approval_is_not_emptied BEFORE TRUNCATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE cap_use (
  entry_id    bigint,
  actor       text NOT NULL,
  day         date NOT NULL,
  amount_kobo bigint NOT NULL CHECK (amount_kobo > 0),
  approval_id uuid,
  id          bigserial PRIMARY KEY
);
CREATE INDEX cap_use_actor_day_idx ON cap_use (actor, day);
CREATE UNIQUE INDEX cap_use_entry_id_key ON cap_use (entry_id);
CREATE TRIGGER cap_use_is_append_only BEFORE UPDATE OR DELETE ON cap_use FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER cap_use_is_not_emptied BEFORE TRUNCATE ON cap_use FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- ---------------------------------------------------------------------------------------- webhooks, messages and mails

CREATE TABLE webhook_event (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq            bigserial,
  account_id     uuid NOT NULL,
  purchase_id    uuid,
  event          text NOT NULL,
  status         text NOT NULL CHECK (status IN ('success', 'failed', 'pending', 'initiated', 'refunded')),
  details        text NOT NULL,
  state          text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'undelivered')),
  url            text,
  claimed_at     timestamptz(6),
  finished_at    timestamptz(6),
  http_status    integer,
  duration_ms    integer,
  error          text,
  created_at     timestamptz(6) NOT NULL DEFAULT now(),
  resent_from    uuid,
  asked_by       text,
  sent_at        timestamptz(6),
  response       text,
  sent_timestamp text,
  CONSTRAINT webhook_event_asked_for CHECK ((asked_by IS NOT NULL) = (resent_from IS NOT NULL OR purchase_id IS NULL)),
  CHECK ((state IN ('delivered', 'undelivered')) = (finished_at IS NOT NULL))
) WITH (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_limit = 100);
CREATE UNIQUE INDEX webhook_event_seq_key ON webhook_event (seq);
CREATE INDEX webhook_event_waiting ON webhook_event (account_id, seq) WHERE state = 'queued';
CREATE UNIQUE INDEX webhook_event_resend_under_way ON webhook_event (resent_from)
  WHERE resent_from IS NOT NULL AND state IN ('queued', 'sending');
CREATE INDEX webhook_event_of_account ON webhook_event (account_id, event, state, seq);
CREATE UNIQUE INDEX webhook_event_one_test ON webhook_event (account_id)
  WHERE purchase_id IS NULL AND resent_from IS NULL AND state IN ('queued', 'sending');
CREATE INDEX webhook_event_test_resends ON webhook_event (resent_from)
  WHERE purchase_id IS NULL AND resent_from IS NOT NULL;
-- By a hash: at the end of an index by seq, every look would step over dead entries until the next vacuum.
CREATE INDEX webhook_event_sending ON webhook_event (hashint8(seq)) WHERE state = 'sending';
-- Each event of a purchase once, but for status queries and repeated deliveries.
CREATE UNIQUE INDEX webhook_event_of_purchase ON webhook_event
  (purchase_id, (CASE WHEN event <> 'transaction.requery' AND resent_from IS NULL THEN event END));
CREATE INDEX webhook_event_undelivered ON webhook_event (account_id, finished_at, seq) WHERE state = 'undelivered';
CREATE TRIGGER unsendable_event_is_closed BEFORE INSERT ON webhook_event FOR EACH ROW
  WHEN (NEW.state = 'queued') EXECUTE FUNCTION close_unsendable_event();

CREATE TABLE webhook_resend (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  asked_by    text NOT NULL,
  since       timestamptz(6) NOT NULL,
  created_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  total       integer NOT NULL CHECK (total > 0),
  delivered   integer NOT NULL DEFAULT 0,
  failed      integer NOT NULL DEFAULT 0,
  skipped     integer NOT NULL DEFAULT 0,
  next_at     timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  stopped     text CHECK (stopped IN ('cancelled', 'no_url', 'no_key')),
  finished_at timestamptz(6),
  CONSTRAINT webhook_resend_counts CHECK (delivered + failed + skipped <= total)
);
CREATE UNIQUE INDEX webhook_resend_running ON webhook_resend (account_id) WHERE finished_at IS NULL;
CREATE INDEX webhook_resend_of_account ON webhook_resend (account_id, created_at);

CREATE TABLE webhook_resend_event (
  resend_id   uuid,
  event_id    uuid,
  seq         bigint NOT NULL,
  delivery_id uuid,
  PRIMARY KEY (resend_id, event_id)
);
CREATE INDEX webhook_resend_event_waiting ON webhook_resend_event (resend_id, seq) WHERE delivery_id IS NULL;
CREATE INDEX webhook_resend_event_under_way ON webhook_resend_event (resend_id) WHERE delivery_id IS NOT NULL;

CREATE TABLE notification (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purchase_id     uuid NOT NULL,
  kind            text NOT NULL CHECK (kind = 'token_sms'),
  state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'skipped')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(6),
  error           text,
  created_at      timestamptz(6) NOT NULL DEFAULT now(),
  finished_at     timestamptz(6),
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'queued') = (finished_at IS NULL))
);
CREATE UNIQUE INDEX notification_purchase_id_kind_key ON notification (purchase_id, kind);
CREATE INDEX notification_due ON notification (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

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
  account_id      uuid,
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'queued') = (finished_at IS NULL))
);
CREATE INDEX mail_due ON mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mail_over ON mail (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX mail_of_account ON mail (account_id, subject) WHERE account_id IS NOT NULL;

-- ----------------------------------------------------------------------------------------------------------- catalogue

CREATE TABLE data_plan (
  id               serial PRIMARY KEY,
  plan_id          text COLLATE "C" CHECK (plan_id <> ''),
  network          text NOT NULL CHECK (network IN ('MTN', 'GLO', 'AIRTEL', '9MOBILE')),
  name             text NOT NULL CHECK (name <> ''),
  plan_name        text NOT NULL,
  validity         text NOT NULL,
  provider_service text,
  provider_code    text,
  cost_kobo        bigint NOT NULL CHECK (cost_kobo > 0),
  is_active        boolean NOT NULL DEFAULT true,
  created_at       timestamptz(6) NOT NULL DEFAULT now(),
  updated_at       timestamptz(6) NOT NULL DEFAULT now(),
  cost_seen_at     timestamptz(6),
  lower_cost_kobo  bigint,
  CHECK ((provider_service IS NULL) = (provider_code IS NULL)),
  CHECK (plan_id IS NULL OR provider_code IS NOT NULL)
);
CREATE UNIQUE INDEX data_plan_plan_id_key ON data_plan (plan_id);
CREATE UNIQUE INDEX data_plan_provider_service_provider_code_key ON data_plan (provider_service, provider_code);
CREATE TRIGGER lower_costs_are_held BEFORE UPDATE OF cost_kobo ON data_plan FOR EACH ROW
  WHEN (NEW.cost_kobo <> OLD.cost_kobo) EXECUTE FUNCTION hold_lower_cost();
CREATE TRIGGER listed_plans_are_held BEFORE INSERT ON data_plan FOR EACH ROW
  WHEN (NEW.provider_code IS NOT NULL AND NEW.is_active) EXECUTE FUNCTION hold_lower_cost();
CREATE TRIGGER returned_plans_are_held BEFORE UPDATE OF is_active ON data_plan FOR EACH ROW
  WHEN (NEW.provider_code IS NOT NULL AND NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION hold_lower_cost();

CREATE TABLE plan_price (
  tier_id            integer REFERENCES tier (id),
  data_plan_id       integer REFERENCES data_plan (id),
  price_kobo         bigint CHECK (price_kobo > 0),
  markup_bps         integer CHECK (markup_bps BETWEEN 0 AND 100000),
  below_cost_allowed boolean NOT NULL DEFAULT false,
  updated_at         timestamptz(6) NOT NULL DEFAULT now(),
  approved_cost_kobo bigint,
  PRIMARY KEY (tier_id, data_plan_id),
  CHECK ((price_kobo IS NULL) <> (markup_bps IS NULL))
);

CREATE TABLE plan_stop (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  data_plan_id integer NOT NULL,
  tier_id      integer,
  reason       text NOT NULL CHECK (reason IN ('cost_above_price', 'sold_below_cost', 'loss_cap')),
  facts        jsonb NOT NULL DEFAULT '{}',
  since        timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  until        timestamptz(6),
  noted_at     timestamptz(6),
  cleared_at   timestamptz(6),
  cleared_how  text CHECK (cleared_how IN ('operator', 'price', 'catalogue', 'new_day')),
  cleared_by   text,
  CHECK ((cleared_at IS NULL) = (cleared_how IS NULL)),
  CHECK (coalesce(cleared_how = 'operator', false) = (cleared_by IS NOT NULL))
);
CREATE UNIQUE INDEX plan_stop_open ON plan_stop (data_plan_id, reason, coalesce(tier_id, 0)) WHERE cleared_at IS NULL;
CREATE TRIGGER plan_stop_stays BEFORE UPDATE ON plan_stop FOR EACH ROW
  WHEN (OLD.cleared_at IS NOT NULL AND NEW.noted_at IS NOT DISTINCT FROM OLD.noted_at)
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER plan_stop_is_kept BEFORE DELETE ON plan_stop FOR EACH ROW EXECUTE FUNCTION forbid_change();

CREATE TABLE loss (
  purchase_id  uuid PRIMARY KEY,
  product_type text NOT NULL,
  data_plan_id integer,
  tier_id      integer NOT NULL,
  price_kobo   bigint NOT NULL,
  cost_kobo    bigint NOT NULL,
  allowed      boolean NOT NULL,
  at           timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  noted_at     timestamptz(6),
  CHECK (cost_kobo > price_kobo)
);
CREATE INDEX loss_not_allowed ON loss (at) WHERE NOT allowed;
CREATE INDEX loss_unnoted ON loss (at) WHERE noted_at IS NULL AND NOT allowed;

CREATE TABLE loss_day (
  day          date,
  data_plan_id integer,
  tier_id      integer,
  lost_kobo    bigint NOT NULL CHECK (lost_kobo >= 0),
  counted_kobo bigint NOT NULL CHECK (counted_kobo >= 0),
  PRIMARY KEY (day, data_plan_id, tier_id)
);

CREATE TABLE absorbed_loss_day (
  day       date PRIMARY KEY,
  lost_kobo bigint NOT NULL CHECK (lost_kobo > 0)
);

CREATE TABLE catalogue_state (
  id                  boolean PRIMARY KEY DEFAULT true CHECK (id),
  sync_asked_at       timestamptz(6),
  daily_loss_cap_kobo bigint NOT NULL DEFAULT 1000000 CHECK (daily_loss_cap_kobo >= 0)
);
INSERT INTO catalogue_state DEFAULT VALUES;

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
CREATE INDEX catalogue_sync_started_at_idx ON catalogue_sync (started_at);
CREATE TRIGGER catalogue_sync_stays BEFORE UPDATE ON catalogue_sync FOR EACH ROW
  WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION forbid_change();

CREATE TABLE provider_product (
  id            serial PRIMARY KEY,
  provider      text NOT NULL,
  product_type  text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  service_id    text,
  code          text NOT NULL,
  amount        text,
  name          text NOT NULL,
  cost_kobo     bigint CHECK (cost_kobo > 0),
  least_kobo    bigint,
  most_kobo     bigint,
  meter_type    text CHECK (meter_type IN ('prepaid', 'postpaid')),
  first_seen_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  gone_at       timestamptz(6)
);
CREATE UNIQUE INDEX provider_product_key ON provider_product (provider, product_type, service_id, code, amount)
  NULLS NOT DISTINCT;
CREATE TRIGGER products_are_held BEFORE INSERT ON provider_product FOR EACH ROW EXECUTE FUNCTION hold_cheaper_product();
CREATE TRIGGER cheaper_products_are_held BEFORE UPDATE OF amount, cost_kobo, gone_at ON provider_product FOR EACH ROW
  WHEN (NEW.amount IS DISTINCT FROM OLD.amount OR NEW.cost_kobo IS DISTINCT FROM OLD.cost_kobo
        OR NEW.gone_at IS DISTINCT FROM OLD.gone_at)
  EXECUTE FUNCTION hold_cheaper_product();

CREATE TABLE product_mapping (
  id                  serial PRIMARY KEY,
  provider_product_id integer NOT NULL REFERENCES provider_product (id),
  provider            text NOT NULL,
  product_type        text NOT NULL,
  service_id          text NOT NULL,
  variation_code      text,
  status              text NOT NULL CHECK (status IN ('proposed', 'confirmed', 'rejected')),
  decided_by          text,
  decided_at          timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  created_at          timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX product_mapping_key ON product_mapping (provider_product_id, service_id, variation_code)
  NULLS NOT DISTINCT;
CREATE UNIQUE INDEX product_mapping_confirmed ON product_mapping (provider, product_type, service_id, variation_code)
  NULLS NOT DISTINCT WHERE status = 'confirmed';

-- ----------------------------------------------------------------------------------------------- providers and routing

CREATE TABLE provider_switch (
  provider  text CHECK (provider <> ''),
  breaker   text CHECK (breaker <> ''),
  reason    text NOT NULL CHECK (reason <> ''),
  closed_by text NOT NULL CHECK (closed_by <> ''),
  closed_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (provider, breaker)
);

CREATE TABLE provider_breaker (
  process   text,
  provider  text,
  breaker   text,
  reason    text CHECK (reason IN ('unreachable', 'account', 'float', 'silent', 'operator', 'failing',
                                   'unknown_outcomes')),
  state     text NOT NULL CHECK (state IN ('open', 'half_open')),
  accounts  integer,
  left_kobo bigint,
  detail    text,
  since     timestamptz(6) NOT NULL,
  seen_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (process, provider, breaker, reason)
);
CREATE INDEX provider_breaker_seen_at_idx ON provider_breaker (seen_at);

CREATE TABLE provider_float (
  provider     text PRIMARY KEY CHECK (provider <> ''),
  balance_kobo bigint NOT NULL,
  alert_kobo   bigint NOT NULL CHECK (alert_kobo >= 0),
  read_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE routing_version (
  number     integer PRIMARY KEY CHECK (number > 0),
  note       text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER routing_version_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_version
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE routing_rule (
  version      integer REFERENCES routing_version (number),
  position     smallint CHECK (position > 0),
  account_id   uuid,
  product_type text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  service_id   text,
  provider     text NOT NULL,
  least_kobo   bigint CHECK (least_kobo > 0),
  most_kobo    bigint,
  enabled      boolean NOT NULL,
  PRIMARY KEY (version, position),
  CHECK (most_kobo >= coalesce(least_kobo, 1))
);
CREATE UNIQUE INDEX routing_rule_names_a_provider_once
  ON routing_rule (version, account_id, product_type, service_id, provider) NULLS NOT DISTINCT;
CREATE TRIGGER routing_rule_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_rule
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE routing_activation (
  id           bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  version      integer REFERENCES routing_version (number),
  activated_by text NOT NULL,
  activated_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER routing_activation_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_activation
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- ------------------------------------------------------------------------------------------------------ reconciliation

CREATE TABLE statement_pull (
  id        bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
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

CREATE TABLE statement_row (
  id                      bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
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
  recorded_at             timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  pull_id                 bigint
);
CREATE UNIQUE INDEX statement_row_provider_row_id_key ON statement_row (provider, row_id);
CREATE INDEX statement_row_provider_day_idx ON statement_row (provider, day);
CREATE INDEX statement_row_provider_provider_transaction_id_idx ON statement_row (provider, provider_transaction_id);
CREATE TRIGGER statement_row_is_kept BEFORE DELETE ON statement_row FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_row_is_not_emptied BEFORE TRUNCATE ON statement_row
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_row_is_fixed BEFORE UPDATE ON statement_row FOR EACH ROW
  WHEN ((to_jsonb(OLD) - 'raw') IS DISTINCT FROM (to_jsonb(NEW) - 'raw')
     OR (NEW.raw = '{}' AND OLD.at < now() - interval '180 days') IS NOT TRUE)
  EXECUTE FUNCTION forbid_change();

CREATE TABLE statement_match (
  row_id      bigint PRIMARY KEY,
  purchase_id uuid NOT NULL,
  number      smallint NOT NULL,
  sent_at     timestamptz(6) NOT NULL,
  how         text NOT NULL CHECK (how IN ('reference', 'transaction_id', 'person')),
  matched_by  text,
  matched_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  CHECK ((how = 'person') = (matched_by IS NOT NULL))
);
CREATE INDEX statement_match_purchase_id_number_idx ON statement_match (purchase_id, number);
CREATE TRIGGER statement_match_is_fixed BEFORE UPDATE ON statement_match FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_match_is_kept BEFORE DELETE ON statement_match FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER statement_match_is_not_emptied BEFORE TRUNCATE ON statement_match
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE balance_snapshot (
  id             bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  provider       text NOT NULL,
  at             timestamptz(6) NOT NULL,
  balance_kobo   bigint NOT NULL,
  in_flight_kobo bigint NOT NULL CHECK (in_flight_kobo >= 0)
);
CREATE INDEX balance_snapshot_provider_at_idx ON balance_snapshot (provider, at);

CREATE TABLE attempt_check (
  purchase_id uuid,
  number      smallint,
  provider    text NOT NULL,
  sent_at     timestamptz(6) NOT NULL,
  answer      text NOT NULL CHECK (answer IN ('delivered', 'not_delivered', 'reversed', 'missing', 'undecided')),
  cost_kobo   bigint,
  asked_at    timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (purchase_id, number)
);
CREATE INDEX attempt_check_provider_sent_at_idx ON attempt_check (provider, sent_at);

CREATE TABLE reconciliation_turn (
  provider text,
  task     text CHECK (task IN ('statement', 'balance', 'requery')),
  begun_at timestamptz(6) NOT NULL,
  PRIMARY KEY (provider, task)
);

CREATE TABLE reconciliation_finding (
  id               bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  provider         text NOT NULL,
  day              date NOT NULL,
  kind             text NOT NULL CHECK (kind IN (
                     'amount_differs', 'status_differs', 'missing_there', 'missing_here', 'twice_there',
                     'balance_step', 'time_differs', 'zone_differs', 'row_changed', 'day_drifts')),
  subject          text NOT NULL,
  difference_kobo  bigint NOT NULL,
  purchase_id      uuid,
  number           smallint,
  row_id           bigint,
  suggested_row_id bigint,
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
CREATE UNIQUE INDEX reconciliation_finding_once ON reconciliation_finding (provider, kind, subject, difference_kobo);
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

CREATE TABLE float_entry (
  id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  provider    text NOT NULL,
  day         date NOT NULL,
  amount_kobo bigint NOT NULL,
  finding_id  bigint NOT NULL UNIQUE,
  note        text NOT NULL,
  written_by  text NOT NULL,
  written_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX float_entry_provider_day_idx ON float_entry (provider, day);
CREATE TRIGGER float_entry_is_fixed BEFORE UPDATE ON float_entry FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER float_entry_is_kept BEFORE DELETE ON float_entry FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER float_entry_is_not_emptied BEFORE TRUNCATE ON float_entry
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE closed_day (
  provider           text,
  day                date,
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
  opens_at           timestamptz(6) NOT NULL,
  closes_at          timestamptz(6) NOT NULL,
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

-- ---------------------------------------------------------------------------------------------- users of the dashboard

-- All columns that better-auth compares with what it expects, also those that only its other ways of signing in fill.
-- Users are never deleted, because what they did names them.
CREATE TABLE dashboard_user (
  id                 uuid PRIMARY KEY,
  account_id         uuid REFERENCES account (id),
  role               text NOT NULL CHECK (role IN ('owner', 'member', 'operator')),
  name               text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  email              text NOT NULL UNIQUE
                     CHECK (email = lower(email) AND email LIKE '_%@_%' AND length(email) <= 254),
  email_verified     boolean NOT NULL DEFAULT false,
  image              text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  disabled_at        timestamptz(6),
  last_sign_in_at    timestamptz(6),
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  updated_at         timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT dashboard_user_operators_have_no_account CHECK ((role = 'operator') = (account_id IS NULL))
);
CREATE INDEX dashboard_user_account_id_idx ON dashboard_user (account_id);
CREATE TRIGGER operators_are_guarded BEFORE INSERT ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'operator') EXECUTE FUNCTION guard_operator();
CREATE TRIGGER operators_stay_guarded BEFORE UPDATE ON dashboard_user FOR EACH ROW
  WHEN ((OLD.role = 'operator' OR NEW.role = 'operator') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION guard_operator();
CREATE TRIGGER owners_are_guarded BEFORE INSERT ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'owner') EXECUTE FUNCTION guard_operator();
CREATE TRIGGER owners_stay_guarded BEFORE UPDATE ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'owner' AND (OLD.role <> 'owner' OR OLD.account_id IS DISTINCT FROM NEW.account_id
                                OR OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL))
  EXECUTE FUNCTION guard_operator();

CREATE TABLE dashboard_session (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES dashboard_user (id),
  token        text NOT NULL UNIQUE,
  expires_at   timestamptz(6) NOT NULL,
  ip_address   text,
  user_agent   text,
  last_seen_at timestamptz(6) NOT NULL DEFAULT now(),
  created_at   timestamptz(6) NOT NULL DEFAULT now(),
  updated_at   timestamptz(6) NOT NULL DEFAULT now(),
  factor_at    timestamptz(6)
);
CREATE INDEX dashboard_session_user_id_idx ON dashboard_session (user_id);
CREATE TRIGGER proof_is_stamped BEFORE INSERT OR UPDATE OF factor_at ON dashboard_session FOR EACH ROW
  WHEN (NEW.factor_at IS NOT NULL) EXECUTE FUNCTION stamp_proof();

CREATE TABLE dashboard_credential (
  id                       uuid PRIMARY KEY,
  user_id                  uuid NOT NULL UNIQUE REFERENCES dashboard_user (id),
  provider_id              text NOT NULL CHECK (provider_id = 'credential'),
  account_id               text NOT NULL,
  password                 text NOT NULL,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(6),
  refresh_token_expires_at timestamptz(6),
  scope                    text,
  created_at               timestamptz(6) NOT NULL DEFAULT now(),
  updated_at               timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT dashboard_credential_of_its_user CHECK (account_id = user_id::text)
);
CREATE TRIGGER operator_passwords_are_guarded BEFORE INSERT OR UPDATE OR DELETE ON dashboard_credential
  FOR EACH ROW EXECUTE FUNCTION guard_operator();

CREATE TABLE dashboard_verification (
  id         uuid PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  updated_at timestamptz(6) NOT NULL DEFAULT now()
);
CREATE INDEX dashboard_verification_identifier_idx ON dashboard_verification (identifier);

CREATE TABLE dashboard_two_factor (
  id                        uuid PRIMARY KEY,
  user_id                   uuid NOT NULL UNIQUE REFERENCES dashboard_user (id),
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz(6),
  enrolled_at               timestamptz(6),
  last_step                 integer
);
CREATE TRIGGER factor_is_stamped BEFORE INSERT OR UPDATE ON dashboard_two_factor
  FOR EACH ROW EXECUTE FUNCTION stamp_factor();
CREATE TRIGGER operator_factors_are_guarded BEFORE DELETE ON dashboard_two_factor
  FOR EACH ROW EXECUTE FUNCTION guard_operator();

CREATE TABLE dashboard_link (
  user_id    uuid PRIMARY KEY REFERENCES dashboard_user (id),
  digest     bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  expires_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now()
);
CREATE TRIGGER operator_links_are_guarded BEFORE INSERT OR UPDATE ON dashboard_link
  FOR EACH ROW EXECUTE FUNCTION guard_operator();

CREATE TABLE dashboard_device (
  user_id      uuid REFERENCES dashboard_user (id),
  digest       bytea CHECK (octet_length(digest) = 32),
  created_at   timestamptz(6) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, digest)
);

CREATE TABLE dashboard_rate_limit (
  key     text PRIMARY KEY,
  count   integer NOT NULL,
  ends_at timestamptz(6) NOT NULL,
  next_at timestamptz(6)
);

-- ------------------------------------------------------------------------------------------------------- what was done

CREATE TABLE audit_log (
  id                bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at                timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  user_id           text NOT NULL CHECK (user_id <> ''),
  user_email        text NOT NULL CHECK (user_email <> ''),
  action            text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  account_id        uuid,
  request_ref       varchar(50) COLLATE "C",
  subject           text NOT NULL CHECK (subject <> ''),
  note              text,
  details           jsonb NOT NULL DEFAULT '{}',
  actor_kind        text NOT NULL CHECK (actor_kind IN ('operator', 'user', 'ops', 'key', 'system')),
  os_user           text,
  session_id        uuid,
  request_id        uuid,
  address           text,
  subject_id        text,
  subject_is_person boolean NOT NULL DEFAULT false,
  before            jsonb,
  after             jsonb,
  salt              bytea,
  personal_digest   bytea NOT NULL,
  db_role           text
);
CREATE INDEX audit_log_request_ref_idx ON audit_log (request_ref);
CREATE INDEX audit_log_account_id_id_idx ON audit_log (account_id, id);
CREATE INDEX audit_log_at_idx ON audit_log (at);
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_log_is_complete BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION complete_audit_entry();
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log FOR EACH ROW
  WHEN (NOT (
    OLD.salt IS NOT NULL AND NEW.salt IS NULL
    AND NEW.user_email = 'blanked' AND NEW.os_user IS NULL AND NEW.address IS NULL AND NEW.note IS NULL
    AND NEW.subject = CASE WHEN OLD.subject_is_person THEN 'blanked' ELSE OLD.subject END
    AND to_jsonb(NEW) - '{salt,user_email,os_user,address,note,subject}'::text[]
      = to_jsonb(OLD) - '{salt,user_email,os_user,address,note,subject}'::text[]))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION forbid_change();

CREATE TABLE audit_seal (
  n         bigint PRIMARY KEY CHECK (n > 0),
  entry_id  bigint NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX audit_seal_entry_id_key ON audit_seal (entry_id);
CREATE TRIGGER audit_seal_is_append_only BEFORE UPDATE OR DELETE ON audit_seal
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_seal_is_not_emptied BEFORE TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

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
CREATE TRIGGER books_check_stays BEFORE UPDATE ON books_check FOR EACH ROW
  WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION forbid_change();
CREATE TRIGGER books_check_is_kept BEFORE DELETE ON books_check FOR EACH ROW EXECUTE FUNCTION forbid_change();

-- In days of `at`, so that old requests go with their files. Workers add and drop the days.
CREATE TABLE request_log (
  id          uuid,
  at          timestamptz(6),
  account_id  uuid,
  api_key_id  uuid NOT NULL,
  request_id  uuid NOT NULL,
  method      text NOT NULL,
  path        text NOT NULL,
  status      smallint NOT NULL,
  error_code  text,
  duration_ms integer NOT NULL,
  reference   text,
  request     jsonb,
  answer      jsonb,
  PRIMARY KEY (account_id, at, id)
) PARTITION BY RANGE (at);
CREATE INDEX request_log_failed ON request_log (account_id, at, id) WHERE status >= 400;
CREATE INDEX request_log_reference ON request_log (account_id, reference, at) WHERE reference IS NOT NULL;
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;
DO $$ DECLARE v_day timestamptz; BEGIN
  FOR n IN 0..3 LOOP
    v_day := date_trunc('day', now(), 'UTC') + n * interval '24 hours';
    EXECUTE format('CREATE TABLE request_log_%s PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
                   to_char(v_day AT TIME ZONE 'UTC', 'YYYYMMDD'), v_day, v_day + interval '24 hours');
  END LOOP;
END $$;

CREATE TABLE request_log_day (
  account_id uuid,
  day        date,
  requests   bigint NOT NULL,
  body_bytes bigint NOT NULL,
  PRIMARY KEY (day, account_id)
) WITH (fillfactor = 50);

-- -------------------------------------------------------------------------------------------------- the service itself

-- The server on which the purchases are known to be what they were: this one, as this_server names it. NULL where a
-- server does not say, as some managed ones do.
CREATE TABLE known_server (
  single   boolean PRIMARY KEY DEFAULT true CHECK (single),
  identity text,
  since    timestamptz(6) NOT NULL DEFAULT now()
);
DO $$ BEGIN
  INSERT INTO known_server (identity)
  SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system();
EXCEPTION WHEN OTHERS THEN
  INSERT INTO known_server DEFAULT VALUES;
END $$;

CREATE TABLE granted_role (
  role         text PRIMARY KEY,
  migration    text NOT NULL,
  granted_at   timestamptz(6) NOT NULL DEFAULT now(),
  function_set integer NOT NULL DEFAULT 0
);

CREATE TABLE last_backup (
  task     text PRIMARY KEY CHECK (task IN ('run', 'verify')),
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  sound    boolean NOT NULL
);

-- The sets of function files that `db:migrate` has applied, the newest last. A process waits for its own.
CREATE TABLE function_set (
  n          integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  digest     text NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
  applied_at timestamptz(6) NOT NULL DEFAULT now()
);

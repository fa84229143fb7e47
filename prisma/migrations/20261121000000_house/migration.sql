-- The house: accounts and their money, purchases and their history, and the set-based statements through which both move.
--
-- Lock order, everywhere: wallets by account id, then references by hash (accept only), then purchases by id. Nothing else is locked.
-- Every function that moves money is VOLATILE PL/pgSQL and meant for READ COMMITTED: each of its statements takes a new snapshot, so that what
-- is read after a lock is younger than the lock. One plain statement would keep the snapshot it had before it waited.

-- ---------------------------------------------------------------------------------------------------------------------------------- tables

CREATE TABLE tier (
  id         serial PRIMARY KEY,
  name       text NOT NULL CHECK (name <> ''),
  markup_bps integer NOT NULL CHECK (markup_bps BETWEEN 0 AND 100000),
  created_at timestamptz(6) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tier_name_key ON tier (name);
INSERT INTO tier (name, markup_bps) VALUES ('standard', 1000);

CREATE TABLE account (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CHECK (name <> ''),
  tier_id     integer NOT NULL REFERENCES tier (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  status      text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  webhook_url text,
  created_at  timestamptz(6) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_name_key ON account (name);

-- fillfactor: a busy wallet is updated thousands of times a second; room in its page keeps those updates off the index
CREATE TABLE wallet (
  account_id   uuid PRIMARY KEY REFERENCES account (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  balance_kobo bigint NOT NULL DEFAULT 0 CHECK (balance_kobo >= 0)
) WITH (fillfactor = 50);

CREATE TABLE api_key (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES account (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  name             text NOT NULL CHECK (name <> ''),
  display          text NOT NULL,
  digest           bytea NOT NULL CHECK (length(digest) = 32),
  secret_encrypted bytea NOT NULL,
  key_version      smallint NOT NULL,
  created_at       timestamptz(6) NOT NULL DEFAULT now(),
  last_used_at     timestamptz(6),
  revoked_at       timestamptz(6)
);
CREATE UNIQUE INDEX api_key_digest_key ON api_key (digest);
CREATE INDEX api_key_account_id_created_at_idx ON api_key (account_id, created_at);

CREATE TABLE purchase (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES account (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  request_ref      varchar(50) COLLATE "C" NOT NULL CHECK (request_ref <> ''),
  product_type     text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  status           text NOT NULL DEFAULT 'initiated' CHECK (status IN ('initiated', 'pending', 'success', 'failed', 'refunded')),
  amount_kobo      bigint NOT NULL CHECK (amount_kobo > 0),
  cost_kobo        bigint CHECK (cost_kobo >= 0),
  recipient        text NOT NULL,
  details          jsonb NOT NULL,
  result           jsonb NOT NULL DEFAULT '{}',
  message          text,
  description      text NOT NULL,
  provider         text NOT NULL,
  provider_ref     text COLLATE "C",
  sends            smallint NOT NULL DEFAULT 0 CHECK (sends BETWEEN 0 AND 1),
  claim_token      uuid,
  claim_expires_at timestamptz(6),
  sent_at          timestamptz(6),
  checks           integer NOT NULL DEFAULT 0,
  next_check_at    timestamptz(6),
  window_ends_at   timestamptz(6),
  refused_with     text,
  order_seen       boolean NOT NULL DEFAULT false,
  missing_count    integer NOT NULL DEFAULT 0,
  missing_since    timestamptz(6),
  needs_review     boolean NOT NULL DEFAULT false,
  cause            text NOT NULL,
  created_at       timestamptz(6) NOT NULL DEFAULT now(),
  final_at         timestamptz(6),
  CHECK ((sends = 0) = (sent_at IS NULL)),
  CHECK (sends = 0 OR provider_ref IS NOT NULL),
  CHECK (status <> 'success' OR sends = 1),
  CHECK ((status IN ('initiated', 'pending')) = (final_at IS NULL)),
  CHECK (final_at IS NULL OR (next_check_at IS NULL AND window_ends_at IS NULL AND claim_token IS NULL)),
  CHECK (window_ends_at IS NULL OR status = 'initiated'),
  CHECK ((missing_count = 0) = (missing_since IS NULL))
);
CREATE UNIQUE INDEX purchase_request_ref_key ON purchase (request_ref);
CREATE UNIQUE INDEX purchase_provider_ref_key ON purchase (provider_ref);
CREATE INDEX purchase_account_id_created_at_idx ON purchase (account_id, created_at);
CREATE INDEX purchase_recipient_idx ON purchase (recipient);
-- The sweeper's two. Their predicates are columns that only the sweeper's queries name: with `status IN (…)` claim and settle would be planned
-- through them while few rows are open, and that cached plan is linear in the backlog (settle of 64: 4.5 ms, with 50,000 open rows 227 ms).
CREATE INDEX purchase_due ON purchase (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX purchase_unanswered ON purchase (window_ends_at) WHERE window_ends_at IS NOT NULL;
CREATE INDEX purchase_review ON purchase (created_at) WHERE needs_review;

CREATE TABLE purchase_history (
  id          bigserial PRIMARY KEY,
  purchase_id uuid NOT NULL,
  from_status text,
  to_status   text NOT NULL,
  cause       text NOT NULL,
  at          timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX purchase_history_purchase_id_idx ON purchase_history (purchase_id);

-- ids are drawn while the wallet is locked, so per wallet they are in the order of the balances. The sequence must keep CACHE 1 for that.
CREATE TABLE ledger_entry (
  id                  bigserial PRIMARY KEY,
  account_id          uuid NOT NULL REFERENCES wallet (account_id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  purchase_id         uuid REFERENCES purchase (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  kind                text NOT NULL CHECK (kind IN ('funding', 'debit', 'refund', 'adjustment')),
  amount_kobo         bigint NOT NULL CHECK (amount_kobo <> 0),
  balance_before_kobo bigint NOT NULL CHECK (balance_before_kobo >= 0),
  balance_after_kobo  bigint NOT NULL CHECK (balance_after_kobo >= 0),
  reference           text NOT NULL CHECK (reference <> ''),
  created_at          timestamptz(6) NOT NULL DEFAULT now(),
  CHECK (balance_after_kobo = balance_before_kobo + amount_kobo),
  CHECK (kind = 'adjustment' OR (kind = 'debit') = (amount_kobo < 0)),
  CHECK ((kind IN ('debit', 'refund')) = (purchase_id IS NOT NULL))
);
CREATE UNIQUE INDEX ledger_once_per_purchase ON ledger_entry (purchase_id, kind) WHERE purchase_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_once_per_reference ON ledger_entry (account_id, kind, reference) WHERE purchase_id IS NULL;
CREATE INDEX ledger_entry_account_id_id_idx ON ledger_entry (account_id, id);

CREATE TABLE webhook_event (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq         bigserial NOT NULL,
  account_id  uuid NOT NULL,
  purchase_id uuid NOT NULL,
  event       text NOT NULL,
  status      text NOT NULL CHECK (status IN ('success', 'failed', 'pending', 'initiated', 'refunded')),
  details     text NOT NULL,
  state       text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'undelivered')),
  url         text,
  claimed_at  timestamptz(6),
  finished_at timestamptz(6),
  http_status integer,
  duration_ms integer,
  error       text,
  created_at  timestamptz(6) NOT NULL DEFAULT now(),
  CHECK ((state IN ('delivered', 'undelivered')) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX webhook_event_seq_key ON webhook_event (seq);
CREATE INDEX webhook_event_purchase_id_idx ON webhook_event (purchase_id);
CREATE INDEX webhook_event_account_id_created_at_idx ON webhook_event (account_id, created_at);
CREATE UNIQUE INDEX webhook_event_once ON webhook_event (purchase_id, event) WHERE event <> 'transaction.requery';
CREATE INDEX webhook_event_open ON webhook_event (created_at) WHERE state IN ('queued', 'sending');

-- ---------------------------------------------------------------------------------------------------------------------------------- guards
-- The rule stands in each trigger's WHEN, so that the body runs for refused rows only and the legal path costs one expression.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
END $$;

CREATE TRIGGER purchase_move_is_legal BEFORE UPDATE ON purchase FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT (
    OLD.status = 'initiated' OR (OLD.status = 'pending' AND NEW.status <> 'initiated') OR (OLD.status = 'success' AND NEW.status = 'refunded')))
  EXECUTE FUNCTION refuse();

CREATE TRIGGER purchase_facts_are_fixed BEFORE UPDATE ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.recipient, OLD.details, OLD.provider, OLD.created_at)
        IS DISTINCT FROM (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.recipient, NEW.details, NEW.provider, NEW.created_at)
     OR NEW.sends < OLD.sends
     OR (OLD.sends = 1 AND (OLD.provider_ref, OLD.sent_at) IS DISTINCT FROM (NEW.provider_ref, NEW.sent_at))
     OR (OLD.final_at IS NOT NULL AND OLD.sends <> NEW.sends))
  EXECUTE FUNCTION refuse();

CREATE TRIGGER purchase_starts_initiated BEFORE INSERT ON purchase FOR EACH ROW WHEN (NEW.status <> 'initiated') EXECUTE FUNCTION refuse();
CREATE TRIGGER purchase_is_kept BEFORE DELETE ON purchase FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER purchase_is_not_emptied BEFORE TRUNCATE ON purchase FOR EACH STATEMENT EXECUTE FUNCTION refuse();
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER ledger_is_not_emptied BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse();
CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON purchase_history FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history FOR EACH STATEMENT EXECUTE FUNCTION refuse();
CREATE TRIGGER wallet_is_kept BEFORE DELETE ON wallet FOR EACH ROW EXECUTE FUNCTION refuse();

-- Every account is born with its wallet.
CREATE FUNCTION open_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER account_has_wallet AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION open_wallet();

CREATE FUNCTION record_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
  VALUES (NEW.id, CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, NEW.status, NEW.cause);
  RETURN NULL;
END $$;
CREATE TRIGGER purchase_birth AFTER INSERT ON purchase FOR EACH ROW EXECUTE FUNCTION record_move();
CREATE TRIGGER purchase_move AFTER UPDATE ON purchase FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION record_move();

-- ---------------------------------------------------------------------------------------------------------------------------------- accept
-- Debits wallets and writes purchases for a batch, as if one by one in the order given.
--
-- p_items      array of { id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider }
-- p_not_after  the caller has given up by then: later than this nothing is written (SQLSTATE TP001). It makes a retry after a lost answer safe.
-- p_wait       false: a wallet or reference that somebody holds is not waited for, its items answer `busy`
-- p_start      when the sweeper may take up a purchase that no worker was woken for
-- p_window     how long the client is waited on; after it the sweeper answers for an API process that died
--
-- outcome      accepted (also for an item that an earlier attempt with the same id wrote) | duplicate | insufficient | busy | no_wallet
-- Locks: the wallets by id, then the references by hash; holds them to the end of the transaction.
CREATE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval, p_window interval)
RETURNS TABLE (n integer, outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_id uuid[]; v_account uuid[]; v_ref text[]; v_amount bigint[];
  v_place jsonb;                 -- account → its place in v_balance; only the wallets locked here
  v_balance bigint[];
  v_holder uuid[];               -- item → the purchase that has its reference
  v_before bigint[]; v_after bigint[]; v_outcome text[];
  v_taken jsonb := '{}';         -- references that an item of this batch has just taken
  v_busy jsonb := '{}';          -- references that another transaction is deciding on
  v_at timestamptz;
  v_hash record; w integer;
BEGIN
  SELECT array_agg(x.id ORDER BY x.n), array_agg(x.account_id ORDER BY x.n), array_agg(x.request_ref ORDER BY x.n), array_agg(x.amount_kobo ORDER BY x.n)
    INTO v_id, v_account, v_ref, v_amount
    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, account_id uuid, request_ref text, amount_kobo bigint)) WITH ORDINALITY AS x (id, account_id, request_ref, amount_kobo, n);

  -- 1. the wallets, by id
  IF p_wait THEN
    SELECT jsonb_object_agg(l.account_id, l.place), array_agg(l.balance_kobo ORDER BY l.place) INTO v_place, v_balance
      FROM (SELECT k.*, row_number() OVER () AS place
              FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_account) ORDER BY account_id FOR NO KEY UPDATE) k) l;
  ELSE
    SELECT jsonb_object_agg(l.account_id, l.place), array_agg(l.balance_kobo ORDER BY l.place) INTO v_place, v_balance
      FROM (SELECT k.*, row_number() OVER () AS place
              FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_account) ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) k) l;
  END IF;

  -- 2. the references, by hash: who takes one does so under its lock, so that what step 3 reads stays true until this transaction ends
  FOR v_hash IN SELECT h.key, array_agg(h.ref) AS refs FROM (SELECT DISTINCT hashtextextended(r, 0) AS key, r AS ref FROM unnest(v_ref) AS r) h GROUP BY h.key ORDER BY h.key LOOP
    IF p_wait THEN
      PERFORM pg_advisory_xact_lock(v_hash.key);
    ELSIF NOT pg_try_advisory_xact_lock(v_hash.key) THEN
      v_busy := v_busy || (SELECT jsonb_object_agg(r, true) FROM unnest(v_hash.refs) AS r);
    END IF;
  END LOOP;

  v_at := clock_timestamp();
  IF v_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 3. who has these references, and (an earlier attempt of ours) at which balances? In a snapshot younger than the locks.
  SELECT array_agg(p.id ORDER BY i.n), array_agg(d.balance_before_kobo ORDER BY i.n), array_agg(d.balance_after_kobo ORDER BY i.n)
    INTO v_holder, v_before, v_after
    FROM unnest(v_id, v_ref) WITH ORDINALITY AS i (id, ref, n)
    LEFT JOIN LATERAL (SELECT q.id FROM purchase q WHERE q.request_ref = i.ref COLLATE "C" LIMIT 1) p ON true
    LEFT JOIN LATERAL (SELECT e.balance_before_kobo, e.balance_after_kobo FROM ledger_entry e
                        WHERE e.purchase_id = i.id AND e.kind = 'debit' AND p.id = i.id LIMIT 1) d ON true;

  -- 4. decide, one by one in arrival order: a large one that does not fit must not reject a small one behind it (so no running sum)
  v_outcome := array_fill(NULL::text, ARRAY[cardinality(v_id)]);
  FOR i IN 1 .. cardinality(v_id) LOOP
    w := (v_place ->> v_account[i]::text)::integer;
    IF v_holder[i] = v_id[i] THEN
      v_outcome[i] := 'stands';
    ELSIF v_holder[i] IS NOT NULL OR v_taken ? v_ref[i] THEN
      v_outcome[i] := 'duplicate';
    ELSIF w IS NULL OR v_busy ? v_ref[i] THEN
      v_outcome[i] := CASE WHEN p_wait THEN 'no_wallet' ELSE 'busy' END;
    ELSIF v_balance[w] < v_amount[i] THEN
      v_outcome[i] := 'insufficient';
    ELSE
      v_outcome[i] := 'accepted';
      v_taken := v_taken || jsonb_build_object(v_ref[i], true);
      v_before[i] := v_balance[w];
      v_balance[w] := v_balance[w] - v_amount[i];
      v_after[i] := v_balance[w];
    END IF;
  END LOOP;

  -- 5. write what was accepted
  IF 'accepted' = ANY (v_outcome) THEN
    INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider, next_check_at, window_ends_at, cause)
    SELECT x.id, x.account_id, x.request_ref, x.product_type, x.amount_kobo, x.recipient, x.details, x.description, x.provider, now() + p_start, now() + p_window, 'accepted'
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text, details jsonb, description text, provider text))
           WITH ORDINALITY AS x (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider, n)
     WHERE v_outcome[x.n] = 'accepted';

    INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
    SELECT x.account_id, x.id, 'debit', -x.amount, x.before, x.after, x.ref
      FROM unnest(v_account, v_id, v_amount, v_before, v_after, v_ref, v_outcome) WITH ORDINALITY AS x (account_id, id, amount, before, after, ref, outcome, n)
     WHERE x.outcome = 'accepted' ORDER BY x.n;

    UPDATE wallet SET balance_kobo = v_balance[(v_place ->> account_id::text)::integer]
     WHERE account_id = ANY (v_account) AND v_place ? account_id::text AND balance_kobo <> v_balance[(v_place ->> account_id::text)::integer];
  END IF;

  RETURN QUERY SELECT x.n::integer, CASE x.outcome WHEN 'stands' THEN 'accepted' ELSE x.outcome END, x.before, x.after, v_at
                 FROM unnest(v_outcome, v_before, v_after) WITH ORDINALITY AS x (outcome, before, after, n) ORDER BY x.n;
END $$;

-- ----------------------------------------------------------------------------------------------------------------------------------- claim
-- Gives permission to send, once in the life of a purchase. Only what this returns may be sent, and only after COMMIT.
--
-- p_items        array of { id, provider_ref }: the reference is minted for this very send, so that its date is today's
-- p_start_within a purchase older than this was not sent in time and is left to the sweeper, which gives the money back
-- Locks the purchases by id; one that somebody holds is left out (the sweeper will find it).
CREATE FUNCTION claim_purchases(p_items jsonb, p_token uuid, p_lease interval, p_start_within interval)
RETURNS SETOF purchase LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  v_id uuid[];
BEGIN
  SELECT array_agg(l.id) INTO v_id
    FROM (SELECT q.id FROM purchase q
           WHERE q.id = ANY (ARRAY(SELECT x.id FROM jsonb_to_recordset(p_items) AS x (id uuid)))
             AND q.sends = 0 AND q.final_at IS NULL AND q.created_at > clock_timestamp() - p_start_within
           ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED) l;
  RETURN QUERY
    UPDATE purchase q
       SET sends = 1, provider_ref = x.provider_ref, claim_token = p_token, claim_expires_at = clock_timestamp() + p_lease,
           sent_at = clock_timestamp(), next_check_at = clock_timestamp() + p_lease
      FROM jsonb_to_recordset(p_items) AS x (id uuid, provider_ref text)
     WHERE q.id = ANY (v_id) AND x.id = q.id
 RETURNING q.*;
END $$;

-- ---------------------------------------------------------------------------------------------------------------------------------- settle
-- Records what became of purchases: the final state, the refund if there is one, and the event, together.
--
-- p_items  array of { id, goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen, missing, missing_count, review }
--   goal    success | failed | refunded | open (still undecided: records what was learnt and when to ask again; next_check_ms null: never by itself)
--   ground  why, checked under the row lock:
--           answer     the send's own answer; refused unless it was sent
--           requery    the provider's word on it; refused unless it was sent
--           not_found  the provider does not know it; refused unless missing_count is still what the decision was made on and nothing ever showed the order
--           refusal    a requery repeated the refusal; refused when it is a suspected duplicate (p_items.alone) and another purchase for that recipient is open
--           never_sent nobody sent it; refused if somebody did
--           operator   a person says so; refused while a send may still be in flight
-- outcome  settled | kept | already_final | contradiction (a final state says otherwise: kept as it is, evidence noted, put before a person) |
--          refused | again (a second item for the same purchase) | busy (its wallet is locked and p_wait is false) | missing
-- Locks: the wallets that a refund may need by id, then the purchases by id. A success never locks a wallet.
CREATE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_wanted uuid[];
  v_locked uuid[] := '{}';
  v_decided jsonb;
BEGIN
  -- 1. the wallets of possible refunds (an account never changes, so it may be read unlocked)
  SELECT array_agg(DISTINCT q.account_id) INTO v_wanted FROM purchase q
   WHERE q.id = ANY (ARRAY(SELECT x.id FROM jsonb_to_recordset(p_items) AS x (id uuid, goal text) WHERE x.goal IN ('failed', 'refunded'))) AND q.final_at IS NULL;
  IF v_wanted IS NOT NULL THEN
    IF p_wait THEN
      SELECT coalesce(array_agg(l.account_id), '{}') INTO v_locked FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_wanted) ORDER BY account_id FOR NO KEY UPDATE) l;
    ELSE
      SELECT coalesce(array_agg(l.account_id), '{}') INTO v_locked FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_wanted) ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) l;
    END IF;
  END IF;

  -- 2. the purchases
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (ARRAY(SELECT x.id FROM jsonb_to_recordset(p_items) AS x (id uuid))) ORDER BY q.id FOR NO KEY UPDATE) l;

  -- 3. decide, in a snapshot younger than the locks
  SELECT jsonb_agg(jsonb_build_object('n', d.n, 'outcome', d.outcome, 'at', d.at, 'was', d.status, 'in_flight', d.in_flight) ORDER BY d.n) INTO v_decided
    FROM (SELECT x.n, p.at, p.status, coalesce(p.claim_expires_at > clock_timestamp(), false) AS in_flight,
            CASE WHEN p.id IS NULL THEN 'missing'
                 WHEN x.turn > 1 THEN 'again'
                 WHEN p.final_at IS NOT NULL AND x.goal <> 'open' AND (p.status = 'success') <> (x.goal = 'success') THEN 'contradiction'
                 WHEN p.final_at IS NOT NULL THEN 'already_final'
                 WHEN x.ground = 'never_sent' AND p.sends <> 0 THEN 'refused'
                 WHEN x.ground <> 'never_sent' AND p.sends = 0 THEN 'refused'
                 WHEN x.ground = 'operator' AND p.claim_expires_at > clock_timestamp() THEN 'refused'
                 WHEN x.ground = 'not_found' AND (p.missing_count <> x.missing_count OR p.order_seen) THEN 'refused'
                 WHEN x.ground = 'refusal' AND x.alone AND EXISTS (
                        SELECT 1 FROM purchase o WHERE o.recipient = p.recipient AND o.id <> p.id AND o.final_at IS NULL AND o.sends = 1 AND o.refused_with IS NULL) THEN 'refused'
                 WHEN x.goal = 'open' THEN 'kept'
                 WHEN x.goal IN ('failed', 'refunded') AND NOT p.account_id = ANY (v_locked) THEN 'busy'
                 ELSE 'settled' END AS outcome
            FROM (SELECT u.*, row_number() OVER (PARTITION BY u.id ORDER BY u.n) AS turn
                    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text, ground text, missing_count integer, alone boolean))
                         WITH ORDINALITY AS u (id, goal, ground, missing_count, alone, n)) x
            LEFT JOIN LATERAL (SELECT q.*, q.ctid AS at FROM purchase q WHERE q.id = x.id LIMIT 1) p ON true) d;

  -- 4. write the purchases. The rows are locked, so the ctid read in step 3 is the row's: as many lookups as items, whatever the statistics say
  UPDATE purchase p SET
      status = CASE d.outcome WHEN 'settled' THEN x.goal ELSE p.status END,
      final_at = CASE d.outcome WHEN 'settled' THEN clock_timestamp() ELSE p.final_at END,
      cause = CASE d.outcome WHEN 'settled' THEN x.cause ELSE p.cause END,
      message = CASE d.outcome WHEN 'settled' THEN x.message ELSE p.message END,
      result = CASE d.outcome
                 WHEN 'contradiction' THEN p.result || jsonb_build_object('contradicted_by', jsonb_build_object('goal', x.goal, 'cause', x.cause, 'at', clock_timestamp()) || coalesce(x.result, '{}'))
                 ELSE p.result || coalesce(x.result, '{}') END,
      cost_kobo = CASE d.outcome WHEN 'settled' THEN coalesce(x.cost_kobo, p.cost_kobo) ELSE p.cost_kobo END,
      claim_token = NULL,
      claim_expires_at = CASE WHEN x.ground = 'answer' OR d.outcome = 'settled' THEN NULL ELSE p.claim_expires_at END,
      checks = p.checks + CASE WHEN d.outcome = 'kept' AND x.ground = 'requery' THEN 1 ELSE 0 END,
      next_check_at = CASE d.outcome WHEN 'kept' THEN clock_timestamp() + x.next_check_ms * interval '1 millisecond' END,
      window_ends_at = CASE d.outcome WHEN 'kept' THEN p.window_ends_at END,
      refused_with = CASE d.outcome WHEN 'kept' THEN coalesce(x.refused_with, p.refused_with) ELSE p.refused_with END,
      order_seen = p.order_seen OR coalesce(x.order_seen, false),
      missing_count = p.missing_count + CASE WHEN m.counts THEN 1 ELSE 0 END,
      missing_since = CASE WHEN m.counts THEN coalesce(p.missing_since, clock_timestamp()) ELSE p.missing_since END,
      needs_review = CASE WHEN d.outcome = 'contradiction' THEN true WHEN x.ground = 'operator' THEN false ELSE p.needs_review OR coalesce(x.review, false) END
    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (goal text, ground text, cause text, message text, result jsonb, cost_kobo bigint, next_check_ms bigint,
                                                     refused_with text, order_seen boolean, missing boolean, review boolean))
         WITH ORDINALITY AS x (goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen, missing, review, n)
    JOIN jsonb_to_recordset(v_decided) AS d (n bigint, outcome text, at tid, in_flight boolean) ON d.n = x.n
   -- "not found" says nothing while the send may still arrive
   CROSS JOIN LATERAL (SELECT (d.outcome = 'kept' AND coalesce(x.missing, false) AND NOT d.in_flight) OR (d.outcome = 'settled' AND x.ground = 'not_found') AS counts) m
   WHERE p.ctid = d.at AND d.outcome IN ('settled', 'kept', 'contradiction');

  -- 5. the refunds: ledger entries in item order, then the wallets
  IF v_locked <> '{}' THEN
    WITH refund AS MATERIALIZED (
      SELECT p.account_id, p.id, p.request_ref, p.amount_kobo, d.n, w.balance_kobo AS balance,
             sum(p.amount_kobo) OVER (PARTITION BY p.account_id ORDER BY d.n) AS upto
        FROM jsonb_to_recordset(v_decided) AS d (n bigint, outcome text)
        JOIN ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text)) WITH ORDINALITY AS x (id, goal, n) ON x.n = d.n
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.request_ref, q.amount_kobo FROM purchase q WHERE q.id = x.id LIMIT 1) p
       CROSS JOIN LATERAL (SELECT k.balance_kobo FROM wallet k WHERE k.account_id = p.account_id LIMIT 1) w
       WHERE d.outcome = 'settled' AND x.goal IN ('failed', 'refunded')),
    total AS MATERIALIZED (SELECT jsonb_object_agg(t.account_id, t.sum) AS by_account FROM (SELECT account_id, sum(amount_kobo) FROM refund GROUP BY account_id) t),
    entry AS (
      INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
      SELECT r.account_id, r.id, 'refund', r.amount_kobo, r.balance + r.upto - r.amount_kobo, r.balance + r.upto, r.request_ref FROM refund r ORDER BY r.n)
    UPDATE wallet w SET balance_kobo = w.balance_kobo + ((SELECT by_account FROM total) ->> w.account_id::text)::bigint
     WHERE w.account_id = ANY (v_locked) AND (SELECT by_account FROM total) ? w.account_id::text;
  END IF;

  -- 6. the events
  RETURN QUERY
    WITH told AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT p.account_id, p.id, lower(p.product_type) || '.purchase.' || v.outcome, v.outcome, x.message
        FROM jsonb_to_recordset(v_decided) AS d (n bigint, outcome text)
        JOIN ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text, message text)) WITH ORDINALITY AS x (id, goal, message, n) ON x.n = d.n
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.product_type FROM purchase q WHERE q.id = x.id LIMIT 1) p
       CROSS JOIN LATERAL (SELECT CASE x.goal WHEN 'success' THEN 'success' ELSE 'failed' END AS outcome) v
       WHERE d.outcome = 'settled' AND p.product_type IN ('AIRTIME', 'DATA')
         AND EXISTS (SELECT 1 FROM account a WHERE a.id = p.account_id AND a.webhook_url IS NOT NULL)
       ORDER BY d.n
      RETURNING id, purchase_id)
    SELECT d.n::integer, d.outcome, CASE d.outcome WHEN 'settled' THEN x.goal ELSE d.was END, t.id
      FROM jsonb_to_recordset(v_decided) AS d (n bigint, outcome text, was text)
      JOIN ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text)) WITH ORDINALITY AS x (id, goal, n) ON x.n = d.n
      LEFT JOIN told t ON t.purchase_id = x.id AND d.outcome = 'settled'
     ORDER BY d.n;
END $$;

-- -------------------------------------------------------------------------------------------------------------------------------- the flip
-- Moves what is still `initiated` to `pending`, with the event where the product has one, and tells how every purchase asked for stands now.
-- It locks first and reads in a second statement, so that it never tells `pending` of a purchase that has just become final.
CREATE FUNCTION tell_pending(p_id uuid[], p_cause text, p_message text)
RETURNS TABLE (id uuid, status text, event_id uuid) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (p_id) ORDER BY q.id FOR NO KEY UPDATE) l;
  RETURN QUERY
    WITH moved AS (
      UPDATE purchase p SET status = 'pending', cause = p_cause, window_ends_at = NULL WHERE p.id = ANY (p_id) AND p.status = 'initiated'
      RETURNING p.id, p.account_id, p.product_type),
    told AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT m.account_id, m.id, 'airtime.purchase.pending', 'pending', p_message FROM moved m
       WHERE m.product_type = 'AIRTIME' AND EXISTS (SELECT 1 FROM account a WHERE a.id = m.account_id AND a.webhook_url IS NOT NULL)
       ORDER BY m.id
      RETURNING id, purchase_id)
    SELECT p.id, CASE WHEN m.id IS NULL THEN p.status ELSE 'pending' END, t.id
      FROM purchase p LEFT JOIN moved m ON m.id = p.id LEFT JOIN told t ON t.purchase_id = p.id
     WHERE p.id = ANY (p_id);
END $$;

-- --------------------------------------------------------------------------------------------------------------------------------- the sweep
-- Hands out purchases that are due, oldest first, and in the same statement moves each one's next check on, so that no other sweeper takes it
-- while this one works (SKIP LOCKED alone ends at COMMIT). An unsent one is held only briefly: its claim will hold it for longer.
CREATE FUNCTION take_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase LANGUAGE sql VOLATILE AS $$
  UPDATE purchase q SET next_check_at = clock_timestamp() + CASE q.sends WHEN 0 THEN p_start ELSE p_hold END
   WHERE q.id = ANY (ARRAY(
     SELECT p.id FROM purchase p WHERE p.next_check_at <= clock_timestamp() AND p.next_check_at IS NOT NULL AND p.product_type = ANY (p_types)
      ORDER BY p.next_check_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING q.*
$$;

-- --------------------------------------------------------------------------------------------------------------------------------- operators
-- Adds money to a wallet once per (account, reference). `funded` is false when the reference had been used before: then nothing changes and the
-- figures are those of the first time.
CREATE FUNCTION fund_wallet(p_account uuid, p_amount_kobo bigint, p_reference text)
RETURNS TABLE (funded boolean, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  v_balance bigint;
BEGIN
  SELECT w.balance_kobo INTO STRICT v_balance FROM wallet w WHERE w.account_id = p_account FOR NO KEY UPDATE;
  RETURN QUERY SELECT false, e.amount_kobo, e.balance_before_kobo, e.balance_after_kobo
                 FROM ledger_entry e WHERE e.account_id = p_account AND e.kind = 'funding' AND e.reference = p_reference AND e.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;
  INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
  VALUES (p_account, 'funding', p_amount_kobo, v_balance, v_balance + p_amount_kobo, p_reference);
  UPDATE wallet SET balance_kobo = balance_kobo + p_amount_kobo WHERE account_id = p_account;
  RETURN QUERY SELECT true, p_amount_kobo, v_balance, v_balance + p_amount_kobo;
END $$;

-- Takes a success back: the only move out of a final state, and only a person's (settle_purchases never makes it). No event.
CREATE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_purchase purchase;
  v_balance bigint;
BEGIN
  SELECT w.balance_kobo INTO v_balance FROM wallet w WHERE w.account_id = (SELECT p.account_id FROM purchase p WHERE p.id = p_id) FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase p WHERE p.id = p_id AND p.status = 'success' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE purchase SET status = 'refunded', final_at = clock_timestamp(), cause = p_cause, message = p_message, needs_review = false WHERE id = p_id;
  INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
  VALUES (v_purchase.account_id, p_id, 'refund', v_purchase.amount_kobo, v_balance, v_balance + v_purchase.amount_kobo, v_purchase.request_ref);
  UPDATE wallet SET balance_kobo = balance_kobo + v_purchase.amount_kobo WHERE account_id = v_purchase.account_id;
  RETURN true;
END $$;

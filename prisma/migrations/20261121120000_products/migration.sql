-- Every product: what an order says in the provider's words, the data plans and their prices, the token by SMS.

-- ------------------------------------------------------------------------------------------------------------------------ purchases

ALTER TABLE purchase ADD COLUMN provider_order jsonb;
UPDATE purchase SET provider_order =
  jsonb_build_object('serviceId', details ->> 'network', 'variationCode', NULL, 'subscriptionType', NULL, 'contactPhone', details ->> 'phone');
ALTER TABLE purchase ALTER COLUMN provider_order SET NOT NULL;

DROP TRIGGER purchase_facts_are_fixed ON purchase;
CREATE TRIGGER purchase_facts_are_fixed BEFORE UPDATE ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.recipient, OLD.details, OLD.provider, OLD.provider_order, OLD.created_at)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.recipient, NEW.details, NEW.provider, NEW.provider_order, NEW.created_at)
     OR NEW.sends < OLD.sends
     OR (OLD.sends = 1 AND (OLD.provider_ref, OLD.sent_at) IS DISTINCT FROM (NEW.provider_ref, NEW.sent_at))
     OR (OLD.final_at IS NOT NULL AND OLD.sends <> NEW.sends))
  EXECUTE FUNCTION refuse();

-- ----------------------------------------------------------------------------------------------------------------------- data plans

-- plan_id null: listed, and cannot be bought (announced, or withdrawn by an operator). is_active false: not listed (the provider sells it no more).
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
  CHECK ((provider_service IS NULL) = (provider_code IS NULL)),
  CHECK (plan_id IS NULL OR provider_code IS NOT NULL)
);
CREATE UNIQUE INDEX data_plan_plan_id_key ON data_plan (plan_id);
CREATE UNIQUE INDEX data_plan_provider_service_provider_code_key ON data_plan (provider_service, provider_code);

-- A tier's own price for one plan: exact, or a markup over cost. Without a row the tier's default markup prices it.
-- below_cost_allowed: an operator has said, knowing it, that an exact price may be below cost.
CREATE TABLE plan_price (
  tier_id            integer NOT NULL REFERENCES tier (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  data_plan_id       integer NOT NULL REFERENCES data_plan (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  price_kobo         bigint CHECK (price_kobo > 0),
  markup_bps         integer CHECK (markup_bps BETWEEN 0 AND 100000),
  below_cost_allowed boolean NOT NULL DEFAULT false,
  updated_at         timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY (tier_id, data_plan_id),
  CHECK ((price_kobo IS NULL) <> (markup_bps IS NULL))
);

-- -------------------------------------------------------------------------------------------------------------------- notifications

-- A message to the customer, written with the settlement it tells of. Sent at least once: what was begun and not finished is begun again.
CREATE TABLE notification (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purchase_id     uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('token_sms')),
  state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
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

-- --------------------------------------------------------------------------------------------------------------------------- accept

DROP FUNCTION accept_purchases(jsonb, timestamptz, boolean, interval, interval);
-- Debits wallets and writes purchases for a batch, as if one by one in the order given.
--
-- p_items      array of { id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider, provider_order, window_ms };
--              window_ms: how long its client is waited on; after it the sweeper answers for an API process that died
-- p_not_after  the caller has given up by then: later than this nothing is written (SQLSTATE TP001). It makes a retry after a lost answer safe.
-- p_wait       false: a wallet or reference that somebody holds is not waited for, its items answer `busy`
-- p_start      when the sweeper may take up a purchase that no worker was woken for
--
-- outcome      accepted (also for an item that an earlier attempt with the same id wrote) | duplicate | insufficient | busy | no_wallet
-- Locks: the wallets by id, then the references by hash; holds them to the end of the transaction.
CREATE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval)
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
    INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider, provider_order,
                          next_check_at, window_ends_at, cause)
    SELECT x.id, x.account_id, x.request_ref, x.product_type, x.amount_kobo, x.recipient, x.details, x.description, x.provider, x.provider_order,
           now() + p_start, now() + x.window_ms * interval '1 millisecond', 'accepted'
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text, details jsonb,
                                                       description text, provider text, provider_order jsonb, window_ms bigint))
           WITH ORDINALITY AS x (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description, provider, provider_order, window_ms, n)
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

-- --------------------------------------------------------------------------------------------------------------------------- settle

DROP FUNCTION settle_purchases(jsonb, boolean);
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
--           Nobody but an operator refunds what was delivered and only lacks its token (result.token_awaited).
-- A synchronous product whose own answer leaves it undecided moves to pending here, because its client is answered with it at once.
-- outcome  settled | kept | already_final | contradiction (a final state says otherwise: kept as it is, evidence noted, put before a person) |
--          refused | again (a second item for the same purchase) | busy (its wallet is locked and p_wait is false) | missing
-- Locks: the wallets that a refund may need by id, then the purchases by id. A success never locks a wallet.
CREATE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
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
  SELECT jsonb_agg(jsonb_build_object('n', d.n, 'outcome', d.outcome, 'at', d.at, 'was', d.status, 'in_flight', d.in_flight,
                                      'tells', d.outcome = 'kept' AND d.tells) ORDER BY d.n) INTO v_decided
    FROM (SELECT x.n, p.at, p.status, coalesce(p.claim_expires_at > clock_timestamp(), false) AS in_flight,
            x.ground = 'answer' AND p.status = 'initiated' AND p.product_type IN ('CABLE_TV', 'ELECTRICITY') AS tells,
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
                 WHEN x.goal IN ('failed', 'refunded') AND x.ground <> 'operator' AND p.result ? 'token_awaited' THEN 'refused'
                 WHEN x.goal = 'open' THEN 'kept'
                 WHEN x.goal IN ('failed', 'refunded') AND NOT p.account_id = ANY (v_locked) THEN 'busy'
                 ELSE 'settled' END AS outcome
            FROM (SELECT u.*, row_number() OVER (PARTITION BY u.id ORDER BY u.n) AS turn
                    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text, ground text, missing_count integer, alone boolean))
                         WITH ORDINALITY AS u (id, goal, ground, missing_count, alone, n)) x
            LEFT JOIN LATERAL (SELECT q.*, q.ctid AS at FROM purchase q WHERE q.id = x.id LIMIT 1) p ON true) d;

  -- 4. write the purchases. The rows are locked, so the ctid read in step 3 is the row's: as many lookups as items, whatever the statistics say
  UPDATE purchase p SET
      status = CASE WHEN d.outcome = 'settled' THEN x.goal WHEN d.tells THEN 'pending' ELSE p.status END,
      final_at = CASE d.outcome WHEN 'settled' THEN clock_timestamp() ELSE p.final_at END,
      cause = CASE WHEN d.outcome = 'settled' THEN x.cause WHEN d.tells THEN 'client_told_pending' ELSE p.cause END,
      message = CASE d.outcome WHEN 'settled' THEN x.message ELSE p.message END,
      result = CASE d.outcome
                 WHEN 'contradiction' THEN p.result || jsonb_build_object('contradicted_by', jsonb_build_object('goal', x.goal, 'cause', x.cause, 'at', clock_timestamp()) || coalesce(x.result, '{}'))
                 ELSE p.result || coalesce(x.result, '{}') END,
      cost_kobo = CASE d.outcome WHEN 'settled' THEN coalesce(x.cost_kobo, p.cost_kobo) ELSE p.cost_kobo END,
      claim_token = NULL,
      claim_expires_at = CASE WHEN x.ground = 'answer' OR d.outcome = 'settled' THEN NULL ELSE p.claim_expires_at END,
      checks = p.checks + CASE WHEN d.outcome = 'kept' AND x.ground = 'requery' THEN 1 ELSE 0 END,
      next_check_at = CASE d.outcome WHEN 'kept' THEN clock_timestamp() + x.next_check_ms * interval '1 millisecond' END,
      window_ends_at = CASE WHEN d.outcome = 'kept' AND NOT d.tells THEN p.window_ends_at END,
      refused_with = CASE d.outcome WHEN 'kept' THEN coalesce(x.refused_with, p.refused_with) ELSE p.refused_with END,
      order_seen = p.order_seen OR coalesce(x.order_seen, false),
      missing_count = p.missing_count + CASE WHEN m.counts THEN 1 ELSE 0 END,
      missing_since = CASE WHEN m.counts THEN coalesce(p.missing_since, clock_timestamp()) ELSE p.missing_since END,
      needs_review = CASE WHEN d.outcome = 'contradiction' THEN true WHEN x.ground = 'operator' THEN false ELSE p.needs_review OR coalesce(x.review, false) END
    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (goal text, ground text, cause text, message text, result jsonb, cost_kobo bigint, next_check_ms bigint,
                                                     refused_with text, order_seen boolean, missing boolean, review boolean))
         WITH ORDINALITY AS x (goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen, missing, review, n)
    JOIN jsonb_to_recordset(v_decided) AS d (n bigint, outcome text, at tid, in_flight boolean, tells boolean) ON d.n = x.n
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

  -- 6. the events, and the token by SMS
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
      RETURNING id, purchase_id),
    noted AS (
      INSERT INTO notification (purchase_id, kind, next_attempt_at)
      SELECT p.id, 'token_sms', clock_timestamp() + interval '5 seconds'
        FROM jsonb_to_recordset(v_decided) AS d (n bigint, outcome text)
        JOIN ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text)) WITH ORDINALITY AS x (id, goal, n) ON x.n = d.n
       CROSS JOIN LATERAL (SELECT q.id, q.product_type, q.result FROM purchase q WHERE q.id = x.id LIMIT 1) p
       WHERE d.outcome = 'settled' AND x.goal = 'success' AND p.product_type = 'ELECTRICITY' AND p.result ->> 'token' <> ''
      RETURNING id, purchase_id)
    SELECT d.n::integer, d.outcome, CASE WHEN d.outcome = 'settled' THEN x.goal WHEN d.tells THEN 'pending' ELSE d.was END, t.id, s.id
      FROM jsonb_to_recordset(v_decided) AS d (n bigint, outcome text, was text, tells boolean)
      JOIN ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text)) WITH ORDINALITY AS x (id, goal, n) ON x.n = d.n
      LEFT JOIN told t ON t.purchase_id = x.id AND d.outcome = 'settled'
      LEFT JOIN noted s ON s.purchase_id = x.id AND d.outcome = 'settled'
     ORDER BY d.n;
END $$;

-- Attempts: a purchase may be sent to another provider when the one before provably gave no value.
--
-- The row of a purchase is its current attempt, as it always was: provider, provider_order, provider_ref, sends and the
-- rest. So every purchase that there is has become its own first attempt, nothing is written twice, and at most one
-- attempt is open. An attempt that was closed without value moves to closed_attempt, by open_next_attempts and by
-- nothing else. The view `attempt` lists all of them.
--
-- Expands only. Version 0.1.0 claims and requeries nothing but what VTpass serves.
ALTER TABLE purchase
  ADD COLUMN attempt  smallint NOT NULL DEFAULT 1,
  ADD COLUMN decision jsonb; -- why this provider; NULL: there was no choice

CREATE TABLE closed_attempt (
  purchase_id     uuid NOT NULL,
  number          smallint NOT NULL CHECK (number IN (1, 2)), -- of three, the last stays the purchase's own
  provider        text NOT NULL,
  provider_order  jsonb NOT NULL,
  provider_ref    text UNIQUE,
  sends           smallint NOT NULL CHECK (sends IN (0, 1)),
  sent_at         timestamptz(6),
  outcome         text NOT NULL CHECK (outcome IN ('not_sent', 'refused', 'confirmed_failed', 'never_received')),
  evidence        jsonb NOT NULL,
  decision        jsonb,
  closed_at       timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  asking_until    timestamptz(6), -- a worker asks its provider once more; when this is over, another one may
  checked_at      timestamptz(6), -- when its provider had answered that
  contradicted_at timestamptz(6), -- it has delivered after all, or may
  PRIMARY KEY (purchase_id, number),
  CHECK ((sends = 1) = (provider_ref IS NOT NULL AND sent_at IS NOT NULL)),
  CHECK (sends = 1 OR outcome = 'not_sent')
);
CREATE UNIQUE INDEX closed_attempt_once_per_provider ON closed_attempt (purchase_id, provider);
CREATE INDEX closed_attempt_unchecked ON closed_attempt (closed_at) WHERE sends = 1 AND checked_at IS NULL;
CREATE TRIGGER closed_attempt_is_kept BEFORE DELETE ON closed_attempt
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_attempt_is_not_emptied BEFORE TRUNCATE ON closed_attempt
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER closed_attempt_is_fixed BEFORE UPDATE ON closed_attempt FOR EACH ROW
  WHEN ((OLD.purchase_id, OLD.number, OLD.provider, OLD.provider_order, OLD.provider_ref, OLD.sends, OLD.sent_at,
         OLD.outcome, OLD.evidence, OLD.decision, OLD.closed_at)
        IS DISTINCT FROM
        (NEW.purchase_id, NEW.number, NEW.provider, NEW.provider_order, NEW.provider_ref, NEW.sends, NEW.sent_at,
         NEW.outcome, NEW.evidence, NEW.decision, NEW.closed_at))
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

DROP TRIGGER purchase_starts_initiated ON purchase;
CREATE TRIGGER purchase_starts_initiated BEFORE INSERT ON purchase FOR EACH ROW
  WHEN (NEW.status <> 'initiated' OR NEW.attempt <> 1) EXECUTE FUNCTION forbid_change();
DROP TRIGGER purchase_facts_are_fixed ON purchase;
CREATE TRIGGER purchase_facts_are_fixed
  BEFORE UPDATE OF id, account_id, request_ref, product_type, amount_kobo, recipient, details, provider, provider_order,
                   decision, created_at ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.recipient, OLD.details,
         OLD.created_at)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.recipient, NEW.details,
         NEW.created_at)
     OR OLD.attempt = NEW.attempt
        AND (OLD.provider, OLD.provider_order, OLD.decision)
            IS DISTINCT FROM (NEW.provider, NEW.provider_order, NEW.decision))
  EXECUTE FUNCTION forbid_change();
DROP TRIGGER purchase_is_sent_once ON purchase;
CREATE TRIGGER purchase_is_sent_once BEFORE UPDATE OF sends, provider_ref, sent_at, attempt ON purchase FOR EACH ROW
  WHEN (OLD.attempt = NEW.attempt
        AND (NEW.sends < OLD.sends
             OR OLD.sends = 1 AND (OLD.provider_ref, OLD.sent_at) IS DISTINCT FROM (NEW.provider_ref, NEW.sent_at)
             OR OLD.final_at IS NOT NULL AND OLD.sends <> NEW.sends)
     OR OLD.attempt <> NEW.attempt
        AND (NEW.attempt <> OLD.attempt + 1 OR NEW.attempt > 3 OR OLD.status <> 'initiated' OR NEW.sends <> 0
             OR NEW.provider_ref IS NOT NULL OR NEW.sent_at IS NOT NULL))
  EXECUTE FUNCTION forbid_change();

-- An operator may find that a closed attempt has delivered, before the next one was sent. NOT VALID only spares the scan:
-- the rule that it replaces was stricter.
ALTER TABLE purchase DROP CONSTRAINT purchase_check2, ADD CONSTRAINT purchase_success_was_sent
  CHECK (status <> 'success' OR sends = 1 OR contradicted_by IS NOT NULL) NOT VALID;

-- Each process reports the breakers of several providers.
ALTER TABLE provider_breaker DROP CONSTRAINT provider_breaker_pkey, ADD PRIMARY KEY (process, provider, breaker, reason);

-- The one of before stays until settlements that began before this migration have ended: 20261126061000.
CREATE OR REPLACE FUNCTION settlement_outcome(
  p_target_status text, p_basis text, p_is_repeat boolean, p_status text, p_sends smallint, p_in_flight boolean,
  p_not_found_stale boolean, p_rival_open boolean, p_delivered boolean, p_wallet_locked boolean,
  p_attempt_closed boolean, p_order_seen boolean)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    -- There is no such purchase.
    WHEN p_status IS NULL THEN 'unknown_purchase'
    -- One settlement for each purchase in a batch: the caller submits this one again.
    WHEN p_is_repeat THEN 'repeated'
    -- A closed attempt has delivered after all, or may: an operator has to look at it, before more is sent if possible.
    WHEN p_attempt_closed AND (p_target_status = 'success' OR p_order_seen) THEN 'contradiction'
    -- Nothing else that is learnt of a closed attempt says anything of the purchase.
    WHEN p_attempt_closed THEN 'declined'
    -- It is final, and this says the opposite: an operator has to look at it. That nobody has sent it is no word of the
    -- provider: another worker was quicker.
    WHEN p_status NOT IN ('initiated', 'pending') AND p_target_status <> 'open' AND p_basis <> 'never_sent'
         AND (p_status = 'success') <> (p_target_status = 'success') THEN 'contradiction'
    -- It is final, and this says the same or nothing.
    WHEN p_status NOT IN ('initiated', 'pending') THEN 'already_final'
    -- Somebody has claimed it since: it may have been sent.
    WHEN p_basis = 'never_sent' AND p_sends <> 0 THEN 'declined'
    -- Nobody has sent it, so nobody can know an outcome.
    WHEN p_basis <> 'never_sent' AND p_sends = 0 THEN 'declined'
    -- An operator cannot know the outcome of a send that is still under way.
    WHEN p_basis = 'operator' AND p_in_flight THEN 'declined'
    -- "Not found" proves nothing when the count has changed or anything has shown the order.
    WHEN p_basis = 'not_found' AND p_not_found_stale THEN 'declined'
    -- A suspected duplicate was perhaps taken for the other open purchase of this recipient.
    WHEN p_basis = 'rejection_repeated' AND p_rival_open THEN 'declined'
    -- What was delivered and lacks its token, or perhaps by a closed attempt, is refunded by an operator alone.
    WHEN p_target_status IN ('failed', 'refunded') AND p_basis <> 'operator' AND p_delivered THEN 'declined'
    -- It stays open: what was learnt is written down.
    WHEN p_target_status = 'open' THEN 'kept'
    -- A refund needs the wallet, and somebody else has locked it: the caller submits this one again, and waits.
    WHEN p_target_status IN ('failed', 'refunded') AND NOT p_wallet_locked THEN 'busy'
    ELSE 'settled'
  END
$$;

CREATE OR REPLACE FUNCTION open_next_attempts(p_items jsonb, p_least_left interval, p_start interval)
RETURNS TABLE (n integer, opened boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_opened uuid[];
BEGIN
  PERFORM 1 FROM (
    SELECT q.id FROM purchase q
     WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
     ORDER BY q.id FOR NO KEY UPDATE) locked;

  WITH allowed AS MATERIALIZED (
    SELECT DISTINCT ON (item.id) item.*, current.row_at, current.provider AS closed_provider
      FROM jsonb_to_recordset(p_items) AS item (
             id uuid, attempt smallint, outcome text, basis text, missing_count integer, evidence jsonb,
             provider text, provider_order jsonb, decision jsonb)
     CROSS JOIN LATERAL (SELECT q.*, q.ctid AS row_at FROM purchase q WHERE q.id = item.id LIMIT 1) current
     WHERE current.attempt = item.attempt AND current.attempt < 3
       AND current.status = 'initiated' AND current.window_ends_at > clock_timestamp() + p_least_left
       AND current.contradicted_by IS NULL AND NOT current.needs_review AND current.quarantined_at IS NULL
       AND NOT (current.order_seen AND item.outcome IN ('not_sent', 'refused'))
       AND 'simulator' NOT IN (current.provider, item.provider) AND current.provider <> item.provider
       AND NOT EXISTS (SELECT FROM closed_attempt c WHERE c.purchase_id = item.id AND c.provider = item.provider)
       AND settlement_outcome(
             p_target_status => 'failed',
             p_basis => item.basis,
             p_is_repeat => false,
             p_status => current.status,
             p_sends => current.sends,
             p_in_flight => coalesce(current.claim_expires_at > clock_timestamp(), false),
             p_not_found_stale => current.missing_count IS DISTINCT FROM item.missing_count OR current.order_seen,
             p_rival_open => false,
             p_delivered => current.token_awaited,
             p_wallet_locked => true,
             p_attempt_closed => false,
             p_order_seen => false) = 'settled'
     ORDER BY item.id),
  closed AS (
    INSERT INTO closed_attempt (purchase_id, number, provider, provider_order, provider_ref, sends, sent_at, outcome,
                                evidence, decision)
    SELECT q.id, q.attempt, q.provider, q.provider_order, q.provider_ref, q.sends, q.sent_at, allowed.outcome,
           q.provider_evidence || coalesce(allowed.evidence, '{}'), q.decision
      FROM allowed JOIN purchase q ON q.id = allowed.id),
  noted AS (
    INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
    SELECT allowed.id, 'initiated', 'initiated',
           format('%s: %s, next: %s', allowed.closed_provider, allowed.outcome, allowed.provider), 'next_attempt'
      FROM allowed),
  opened AS (
    UPDATE purchase q
       SET attempt = q.attempt + 1, provider = allowed.provider, provider_order = allowed.provider_order,
           decision = allowed.decision, provider_ref = NULL, sends = 0, claim_token = NULL, claim_expires_at = NULL,
           sent_at = NULL, checks = 0, next_check_at = clock_timestamp() + p_start, refused_with = NULL,
           order_seen = false, missing_count = 0, missing_since = NULL, provider_evidence = '{}'
      FROM allowed WHERE q.ctid = allowed.row_at
    RETURNING q.id)
  SELECT array_agg(opened.id) INTO v_opened FROM opened;

  RETURN QUERY
    SELECT item.n::integer, item.id = ANY (coalesce(v_opened, '{}'))
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid)) WITH ORDINALITY AS item (id, n) ORDER BY item.n;
END $$;
REVOKE ALL ON FUNCTION open_next_attempts(jsonb, interval, interval) FROM PUBLIC;

CREATE OR REPLACE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval)
RETURNS TABLE (n integer, outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- one element for each item, in the order given
  v_ids uuid[];
  v_accounts uuid[];
  v_keys uuid[];
  v_references text[];
  v_unique_texts text[];         -- what no two purchases may share
  v_amounts bigint[];
  v_wallet_places integer[];     -- the place of its wallet in v_wallets
  v_first_places integer[];      -- the first item of this batch with its unique text
  v_holders uuid[];              -- the purchase that has its reference; of a first item also one of this batch
  v_balances_before bigint[];
  v_balances_after bigint[];
  v_outcomes text[];
  -- one element for each wallet locked here
  v_wallets uuid[];
  v_balances bigint[];
  v_active_accounts uuid[];
  v_test_accounts uuid[];        -- whose purchases the simulator serves, whoever the item names
  v_live_keys uuid[];
  v_left_today bigint[];         -- what each of v_live_keys may still spend; NULL: it has no limit
  v_busy_references text[];      -- references that another transaction is deciding on
  -- Once this is false it stays false, so what runs during the contraction may read either.
  v_unique_in_service boolean := to_regclass('purchase_request_ref_key') IS NOT NULL;
  v_decided_at timestamptz;
  v_today date := (now() AT TIME ZONE 'Africa/Lagos')::date; -- of created_at, too
  v_place integer;
  v_key_place integer;
BEGIN
  SELECT array_agg(item.id), array_agg(item.account_id), array_agg(item.key_id), array_agg(item.request_ref),
         array_agg(item.request_ref || CASE WHEN v_unique_in_service THEN '' ELSE item.account_id::text END),
         array_agg(item.amount_kobo)
    INTO v_ids, v_accounts, v_keys, v_references, v_unique_texts, v_amounts
    FROM jsonb_to_recordset(p_items) AS item (
           id uuid, account_id uuid, key_id uuid, request_ref text, amount_kobo bigint);

  -- 1. Lock the wallets, by id.
  IF p_wait THEN
    SELECT array_agg(locked.account_id), array_agg(locked.balance_kobo) INTO v_wallets, v_balances
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_accounts)
             ORDER BY account_id FOR NO KEY UPDATE) locked;
  ELSE
    SELECT array_agg(locked.account_id), array_agg(locked.balance_kobo) INTO v_wallets, v_balances
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_accounts)
             ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) locked;
  END IF;

  -- 2. Before the contraction: lock the references, by hash. A reference is taken only under its lock, so what step 3
  --    reads of other accounts stays true until this transaction ends.
  IF v_unique_in_service AND p_wait THEN
    PERFORM pg_advisory_xact_lock(hashed.key)
       FROM (SELECT hashtextextended(r, 0) AS key FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed;
  ELSIF v_unique_in_service THEN
    SELECT array_agg(hashed.reference) INTO v_busy_references
      FROM (SELECT hashtextextended(r, 0) AS key, r AS reference
              FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed
     WHERE NOT pg_try_advisory_xact_lock(hashed.key);
  END IF;

  v_decided_at := clock_timestamp();
  IF v_decided_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 3. Read which accounts and keys may still buy, and for how much, who has these references and, when an earlier call
  --    of ours wrote the purchase, at which balances. The snapshot is younger than the locks.
  SELECT ARRAY(SELECT a.id FROM account a WHERE a.id = ANY (v_accounts) AND a.status = 'active'),
         ARRAY(SELECT a.id FROM account a WHERE a.id = ANY (v_accounts) AND a.mode = 'test'),
         array_agg(known.wallet_place), array_agg(known.first_place), array_agg(known.holder),
         array_agg(known.balance_before_kobo), array_agg(known.balance_after_kobo), array_agg(NULL::text)
    INTO v_active_accounts, v_test_accounts,
         v_wallet_places, v_first_places, v_holders, v_balances_before, v_balances_after, v_outcomes
    FROM (SELECT array_position(v_wallets, item.account_id) AS wallet_place,
                 array_position(v_unique_texts, item.unique_text) AS first_place,
                 coalesce(own.id, anybody.id) AS holder, debit.balance_before_kobo, debit.balance_after_kobo
            FROM unnest(v_ids, v_accounts, v_references, v_unique_texts)
                 WITH ORDINALITY AS item (id, account_id, reference, unique_text, n)
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE q.request_ref = item.reference COLLATE "C" AND q.account_id = item.account_id
                                LIMIT 1) own ON true
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE v_unique_in_service AND q.request_ref = item.reference COLLATE "C"
                                LIMIT 1) anybody ON true
            LEFT JOIN LATERAL (SELECT entry.balance_before_kobo, entry.balance_after_kobo FROM ledger_entry entry
                                WHERE entry.purchase_id = item.id AND entry.kind = 'debit' AND own.id = item.id
                                LIMIT 1) debit ON true
           ORDER BY item.n) known;
  SELECT coalesce(array_agg(k.id), '{}'), array_agg(k.daily_limit_kobo - coalesce(today.spent_kobo, 0))
    INTO v_live_keys, v_left_today
    FROM api_key k
    -- only keys with a limit are looked up
    LEFT JOIN LATERAL (SELECT d.spent_kobo FROM api_key_day d
                        WHERE k.daily_limit_kobo IS NOT NULL AND d.key_id = k.id AND d.day = v_today
                        LIMIT 1) today ON true
   WHERE k.id = ANY (v_keys) AND k.revoked_at IS NULL AND k.scope = 'purchase'
     AND (k.expires_at IS NULL OR k.expires_at > v_decided_at);

  -- 4. Decide, one by one in the order given. A large item that does not fit must not reject a small one behind it, so
  --    this is no running sum.
  FOR i IN 1 .. cardinality(v_ids) LOOP
    v_place := v_wallet_places[i];
    v_key_place := array_position(v_live_keys, v_keys[i]);
    IF v_holders[i] = v_ids[i] THEN
      v_outcomes[i] := 'written_before';
    ELSIF v_accounts[i] <> ALL (v_active_accounts)
       OR (v_keys[i] IS NOT NULL AND v_key_place IS NULL) THEN
      v_outcomes[i] := 'unauthorized';
    ELSIF v_holders[v_first_places[i]] IS NOT NULL THEN
      v_outcomes[i] := 'duplicate';
    ELSIF v_place IS NULL OR v_references[i] = ANY (v_busy_references) THEN
      v_outcomes[i] := 'busy';
    ELSIF v_left_today[v_key_place] < v_amounts[i] THEN
      v_outcomes[i] := 'key_limit';
    ELSIF v_balances[v_place] < v_amounts[i] THEN
      v_outcomes[i] := 'insufficient';
    ELSE
      v_outcomes[i] := 'accepted';
      v_holders[v_first_places[i]] := v_ids[i];
      v_balances_before[i] := v_balances[v_place];
      v_balances[v_place] := v_balances[v_place] - v_amounts[i];
      v_balances_after[i] := v_balances[v_place];
      IF v_key_place IS NOT NULL THEN
        v_left_today[v_key_place] := v_left_today[v_key_place] - v_amounts[i];
      END IF;
    END IF;
  END LOOP;

  -- 5. Write what was accepted.
  IF 'accepted' = ANY (v_outcomes) THEN
    INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description,
                          provider, provider_order, decision, next_check_at, window_ends_at, cause, cause_code,
                          api_key_id)
    SELECT item.id, item.account_id, item.request_ref, item.product_type, item.amount_kobo, item.recipient,
           item.details, item.description,
           CASE WHEN item.account_id = ANY (v_test_accounts) THEN 'simulator' ELSE item.provider END,
           item.provider_order, item.decision, now() + p_start,
           now() + item.window_ms * interval '1 millisecond', 'accepted', 'accepted', v_keys[item.n]
      FROM ROWS FROM (
             jsonb_to_recordset(p_items) AS (
               id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text,
               details jsonb, description text, provider text, provider_order jsonb, decision jsonb,
               window_ms bigint))
           WITH ORDINALITY AS item (
             id, account_id, request_ref, product_type, amount_kobo, recipient,
             details, description, provider, provider_order, decision, window_ms, n)
     WHERE v_outcomes[item.n] = 'accepted';

    INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                              balance_before_kobo, balance_after_kobo, reference)
    SELECT item.account_id, item.id, 'debit', -item.amount, item.before, item.after, item.reference
      FROM unnest(v_accounts, v_ids, v_amounts, v_balances_before, v_balances_after, v_references, v_outcomes)
           WITH ORDINALITY AS item (account_id, id, amount, before, after, reference, outcome, n)
     WHERE item.outcome = 'accepted' ORDER BY item.n;

    UPDATE wallet SET balance_kobo = v_balances[array_position(v_wallets, account_id)]
     WHERE account_id = ANY (v_wallets) AND balance_kobo <> v_balances[array_position(v_wallets, account_id)];

    INSERT INTO api_key_day AS today (key_id, day, purchases, spent_kobo)
    SELECT item.key_id, v_today, count(*), sum(item.amount)
      FROM unnest(v_keys, v_amounts, v_outcomes) AS item (key_id, amount, outcome)
     WHERE item.outcome = 'accepted' AND item.key_id IS NOT NULL GROUP BY item.key_id
    ON CONFLICT (key_id, day) DO UPDATE
      SET purchases = today.purchases + excluded.purchases, spent_kobo = today.spent_kobo + excluded.spent_kobo;
  END IF;

  RETURN QUERY
    SELECT item.n::integer, CASE item.outcome WHEN 'written_before' THEN 'accepted' ELSE item.outcome END,
           item.before, item.after, v_decided_at
      FROM unnest(v_outcomes, v_balances_before, v_balances_after)
           WITH ORDINALITY AS item (outcome, before, after, n)
     ORDER BY item.n;
END $$;

CREATE OR REPLACE FUNCTION claim_purchases(p_items jsonb, p_token uuid, p_lease interval, p_start_within interval)
RETURNS SETOF purchase LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH unsent AS MATERIALIZED (
      SELECT q.id FROM purchase q
       WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
         AND q.sends = 0 AND q.final_at IS NULL AND q.created_at > clock_timestamp() - p_start_within
         AND q.contradicted_by IS NULL
         AND CASE q.provider WHEN 'simulator' THEN p_items -> 0 -> 'simulates' = 'true'
                             ELSE coalesce(p_items -> 0 -> 'serves', '["vtpass"]') ? q.provider END
       ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q
       SET sends = 1, claim_token = p_token,
           provider_ref = item.provider_ref || CASE q.attempt WHEN 1 THEN '' ELSE 'x' || q.attempt END,
           claim_expires_at = clock_timestamp() + p_lease,
           sent_at = clock_timestamp(), next_check_at = clock_timestamp() + p_lease
      FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
     WHERE q.id = ANY (ARRAY(SELECT unsent.id FROM unsent)) AND item.id = q.id
 RETURNING q.*;
END $$;

CREATE OR REPLACE FUNCTION record_settlements(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid, delivery jsonb)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- one element for each item, in the order given
  v_ids uuid[];
  v_outcomes text[];
  v_statuses text[];             -- of the purchase, from now on
  v_rows tid[];                  -- where its row is
  v_in_flight boolean[];         -- its send may still arrive
  v_marks_pending boolean[];     -- its client is answered `pending` with this
  v_emits_event boolean[];       -- its product has an event for this, and its account a webhook URL or test mode
  v_sends_token boolean[];       -- its customer is sent the token, if there is one
  v_event_ids uuid[];
  v_deliveries jsonb[];
  v_notification_ids uuid[];
  -- of possible refunds
  v_refund_ids uuid[];
  v_refund_accounts uuid[];
  v_locked_accounts uuid[] := '{}';
BEGIN
  SELECT array_agg(item.id), array_agg(item.id) FILTER (WHERE item.target_status IN ('failed', 'refunded'))
    INTO v_ids, v_refund_ids
    FROM jsonb_to_recordset(p_items) AS item (id uuid, target_status text);

  -- 1. Lock the wallets of possible refunds, by id. The account of a purchase never changes, so it is read unlocked.
  IF v_refund_ids IS NOT NULL THEN
    SELECT array_agg(DISTINCT q.account_id) INTO v_refund_accounts
      FROM purchase q WHERE q.id = ANY (v_refund_ids) AND q.final_at IS NULL;
    IF p_wait THEN
      SELECT coalesce(array_agg(locked.account_id), '{}') INTO v_locked_accounts
        FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_refund_accounts)
               ORDER BY account_id FOR NO KEY UPDATE) locked;
    ELSE
      SELECT coalesce(array_agg(locked.account_id), '{}') INTO v_locked_accounts
        FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_refund_accounts)
               ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) locked;
    END IF;
  END IF;

  -- 2. Lock the purchases, by id.
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id FOR NO KEY UPDATE) locked;
  p_items := with_attempts(p_items);

  -- 3. Decide. The snapshot is younger than the locks.
  SELECT array_agg(decided.outcome), array_agg(decided.row_at), array_agg(decided.in_flight),
         array_agg(decided.marks_pending),
         array_agg(CASE WHEN decided.outcome = 'settled' THEN decided.target_status
                        WHEN decided.marks_pending THEN 'pending'
                        ELSE decided.status END),
         array_agg(decided.outcome = 'settled' AND decided.product_type IN ('AIRTIME', 'DATA')
                   AND EXISTS (SELECT 1 FROM account
                                WHERE account.id = decided.account_id
                                  AND (account.webhook_url IS NOT NULL OR account.mode = 'test'))),
         array_agg(decided.outcome = 'settled' AND decided.target_status = 'success'
                   AND decided.product_type = 'ELECTRICITY' AND decided.provider <> 'simulator')
    INTO v_outcomes, v_rows, v_in_flight, v_marks_pending, v_statuses, v_emits_event, v_sends_token
    FROM (
      SELECT judged.*,
             judged.outcome = 'kept' AND judged.basis = 'answer' AND judged.status = 'initiated'
             AND judged.product_type IN ('CABLE_TV', 'ELECTRICITY') AS marks_pending
        FROM (
          SELECT item.target_status, item.basis, found.row_at, found.status, found.product_type, found.account_id,
                 found.provider, found.in_flight,
                 settlement_outcome(
                   p_target_status => item.target_status,
                   p_basis => item.basis,
                   p_is_repeat => item.n > array_position(v_ids, item.id),
                   p_status => found.status,
                   -- what a closed attempt may have delivered after all is never taken for unsent
                   p_sends => CASE WHEN found.contradicted THEN 1::smallint ELSE found.sends END,
                   p_in_flight => found.in_flight,
                   p_not_found_stale => found.missing_count <> item.missing_count OR found.order_seen,
                   p_rival_open => item.only_if_alone AND EXISTS (
                     SELECT 1 FROM purchase rival
                      WHERE rival.recipient = found.recipient AND rival.id <> found.id
                        AND rival.final_at IS NULL AND rival.sends = 1 AND rival.refused_with IS NULL),
                   p_delivered => found.token_awaited OR found.contradicted,
                   p_wallet_locked => found.account_id = ANY (v_locked_accounts),
                   p_attempt_closed => item.attempt <> found.attempt, p_order_seen => item.order_seen) AS outcome
            FROM ROWS FROM (
                   jsonb_to_recordset(p_items) AS (
                     id uuid, target_status text, basis text, missing_count integer, only_if_alone boolean,
                     attempt smallint, order_seen boolean))
                 WITH ORDINALITY AS item (id, target_status, basis, missing_count, only_if_alone, attempt, order_seen, n)
            LEFT JOIN LATERAL (
                   SELECT q.id, q.status, q.sends, q.product_type, q.account_id, q.provider, q.recipient, q.missing_count,
                          q.order_seen, q.token_awaited, q.attempt, q.contradicted_by IS NOT NULL AS contradicted,
                          q.ctid AS row_at,
                          coalesce(q.claim_expires_at > clock_timestamp(), false) AS in_flight
                     FROM purchase q WHERE q.id = item.id LIMIT 1) found ON true
           ORDER BY item.n) judged) decided;

  -- 4. Write the purchases. The rows are locked, so each is still where step 3 read it: one lookup for each item,
  --    whatever the statistics say.
  UPDATE purchase AS q SET
      status = item.status,
      final_at = CASE item.outcome WHEN 'settled' THEN clock_timestamp() ELSE q.final_at END,
      cause = CASE WHEN item.outcome = 'settled' THEN item.cause
                   WHEN item.marks_pending THEN 'client_told_pending'
                   ELSE q.cause END,
      cause_code = CASE WHEN item.outcome = 'settled' THEN item.cause_code
                        WHEN item.marks_pending THEN 'client_told_pending'
                        ELSE q.cause_code END,
      message = CASE item.outcome WHEN 'settled' THEN item.message ELSE q.message END,
      result = CASE item.outcome WHEN 'contradiction' THEN q.result
                                 ELSE q.result || coalesce(item.delivered, '{}') END,
      provider_evidence = CASE item.outcome WHEN 'contradiction' THEN q.provider_evidence
                                            ELSE q.provider_evidence || coalesce(item.evidence, '{}') END,
      contradicted_by = CASE item.outcome
                          WHEN 'contradiction' THEN
                            jsonb_build_object('goal', item.target_status, 'attempt', item.attempt,
                              'at', clock_timestamp(), 'cause', coalesce(item.cause, item.evidence ->> 'answer'))
                            || coalesce(item.delivered, '{}') || coalesce(item.evidence, '{}')
                          ELSE q.contradicted_by END,
      token_awaited = CASE item.outcome WHEN 'kept' THEN q.token_awaited OR coalesce(item.token_awaited, false)
                                        WHEN 'settled' THEN false
                                        ELSE q.token_awaited END,
      cost_kobo = CASE item.outcome WHEN 'settled' THEN coalesce(item.cost_kobo, q.cost_kobo) ELSE q.cost_kobo END,
      claim_token = CASE item.outcome WHEN 'contradiction' THEN q.claim_token END,
      claim_expires_at = CASE WHEN item.outcome = 'contradiction' THEN q.claim_expires_at
                              WHEN item.basis = 'answer' OR item.outcome = 'settled' THEN NULL
                              ELSE q.claim_expires_at END,
      checks = q.checks + CASE WHEN item.outcome = 'kept' AND item.basis = 'requery' THEN 1 ELSE 0 END,
      next_check_at = CASE WHEN item.outcome = 'kept'
                           THEN clock_timestamp() + item.next_check_ms * interval '1 millisecond'
                           WHEN item.outcome = 'contradiction' AND q.sends = 1 THEN q.next_check_at END,
      window_ends_at = CASE WHEN item.outcome = 'contradiction' OR item.outcome = 'kept' AND NOT item.marks_pending
                            THEN q.window_ends_at END,
      refused_with = CASE item.outcome WHEN 'kept' THEN coalesce(item.refused_with, q.refused_with)
                                       ELSE q.refused_with END,
      order_seen = q.order_seen OR coalesce(item.order_seen, false),
      missing_count = q.missing_count + CASE WHEN counted.not_found THEN 1 ELSE 0 END,
      missing_since = CASE WHEN counted.not_found THEN coalesce(q.missing_since, clock_timestamp())
                           ELSE q.missing_since END,
      needs_review = CASE WHEN item.outcome = 'contradiction' THEN true
                          WHEN item.basis = 'operator' THEN false
                          ELSE q.needs_review OR coalesce(item.review, false) END
    FROM ROWS FROM (
           jsonb_to_recordset(p_items) AS (
             target_status text, basis text, attempt smallint, cause text, cause_code text, message text,
             delivered jsonb, evidence jsonb, token_awaited boolean, cost_kobo bigint, next_check_ms bigint,
             refused_with text, order_seen boolean, not_found boolean, review boolean),
           unnest(v_outcomes), unnest(v_rows), unnest(v_in_flight), unnest(v_marks_pending), unnest(v_statuses))
         AS item (
           target_status, basis, attempt, cause, cause_code, message, delivered, evidence, token_awaited, cost_kobo,
           next_check_ms, refused_with, order_seen, not_found, review,
           outcome, row_at, in_flight, marks_pending, status)
   -- "not found" proves nothing while the send may still arrive
   CROSS JOIN LATERAL (
     SELECT (item.outcome = 'kept' AND coalesce(item.not_found, false) AND NOT item.in_flight)
            OR (item.outcome = 'settled' AND item.basis = 'not_found') AS not_found) counted
   WHERE q.ctid = item.row_at AND item.outcome IN ('settled', 'kept', 'contradiction');
  IF 'contradiction' = ANY (v_outcomes) THEN
    UPDATE closed_attempt c SET contradicted_at = coalesce(c.contradicted_at, clock_timestamp())
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, attempt smallint), unnest(v_outcomes))
           AS item (id, attempt, outcome)
     WHERE item.outcome = 'contradiction' AND c.purchase_id = item.id AND c.number = item.attempt;
  END IF;

  -- 5. Refund: the ledger entries in the order of the items, then the wallets.
  IF v_locked_accounts <> '{}' THEN
    WITH refund AS MATERIALIZED (
      SELECT refunded.account_id, refunded.id, refunded.request_ref, refunded.amount_kobo, item.n,
             wallet.balance_kobo AS balance_before_all,
             sum(refunded.amount_kobo) OVER (PARTITION BY refunded.account_id ORDER BY item.n) AS sum_so_far
        FROM unnest(v_ids, v_outcomes, v_statuses) WITH ORDINALITY AS item (id, outcome, status, n)
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.request_ref, q.amount_kobo
                             FROM purchase q WHERE q.id = item.id LIMIT 1) refunded
       CROSS JOIN LATERAL (SELECT w.balance_kobo FROM wallet w WHERE w.account_id = refunded.account_id LIMIT 1) wallet
       WHERE item.outcome = 'settled' AND item.status IN ('failed', 'refunded')),
    total AS MATERIALIZED (
      SELECT jsonb_object_agg(per_account.account_id, per_account.sum) AS by_account
        FROM (SELECT account_id, sum(amount_kobo) FROM refund GROUP BY account_id) per_account),
    entry AS (
      INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                                balance_before_kobo, balance_after_kobo, reference)
      SELECT refund.account_id, refund.id, 'refund', refund.amount_kobo,
             refund.balance_before_all + refund.sum_so_far - refund.amount_kobo,
             refund.balance_before_all + refund.sum_so_far,
             refund.request_ref
        FROM refund ORDER BY refund.n)
    UPDATE wallet w
       SET balance_kobo = w.balance_kobo + ((SELECT by_account FROM total) ->> w.account_id::text)::bigint
     WHERE w.account_id = ANY (v_locked_accounts) AND (SELECT by_account FROM total) ? w.account_id::text;
  END IF;

  -- 6. Write the events, and the tokens to be sent by SMS. An event is born claimed when its account has the URL that
  --    the item brings, and no earlier event of the purchase is open. Only then its claimed_at is its created_at, by
  --    which releaseEvent knows it.
  IF true = ANY (v_emits_event) THEN
    WITH written AS (
      INSERT INTO webhook_event (id, account_id, purchase_id, event, status, details, state, url, claimed_at, created_at)
      SELECT coalesce(item.event_id, gen_random_uuid()), settled.account_id, settled.id,
             lower(settled.product_type) || '.purchase.' || client.status, client.status, item.message,
             CASE WHEN born.url IS NULL THEN 'queued' ELSE 'sending' END,
             born.url, CASE WHEN born.url IS NOT NULL THEN now() END, now()
        FROM ROWS FROM (
               jsonb_to_recordset(p_items) AS (id uuid, message text, event_id uuid, event_url text),
               unnest(v_emits_event), unnest(v_statuses))
             WITH ORDINALITY AS item (id, message, event_id, event_url, emits_event, status, n)
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.product_type
                             FROM purchase q WHERE q.id = item.id LIMIT 1) settled
       -- a client knows two ends: to it, `refunded` is failed
       CROSS JOIN LATERAL (SELECT CASE item.status WHEN 'success' THEN 'success' ELSE 'failed' END AS status) client
        LEFT JOIN LATERAL (
             SELECT account.webhook_url AS url FROM account
              WHERE account.id = settled.account_id AND account.webhook_url = item.event_url
                AND NOT EXISTS (
                      SELECT FROM webhook_event earlier
                       WHERE earlier.purchase_id = settled.id AND earlier.event <> 'transaction.requery'
                         AND earlier.resent_from IS NULL AND earlier.state IN ('queued', 'sending'))
              LIMIT 1) born ON true
       WHERE item.emits_event ORDER BY item.n
      RETURNING id, account_id, purchase_id, event, status, state),
    signing AS MATERIALIZED (
      SELECT claimed.account_id,
             jsonb_build_object(
               'keyId', signer.id, 'sealedHex', encode(signer.secret_encrypted, 'hex'),
               'masterFingerprint', signer.master_fingerprint,
               'webhookSecrets', (
                 SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealedHex', encode(s.secret_encrypted, 'hex'),
                                                              'masterFingerprint', s.master_fingerprint)
                                           ORDER BY s.ends_at DESC NULLS FIRST), '[]')
                   FROM webhook_secret s
                  WHERE s.account_id = claimed.account_id
                    AND (s.ends_at IS NULL OR s.ends_at > clock_timestamp()))) AS secrets
        FROM (SELECT DISTINCT account_id FROM written WHERE state = 'sending') claimed
        -- the newest active key, as claimNextEvents finds it
        LEFT JOIN LATERAL (
             SELECT k.id, k.secret_encrypted, k.master_fingerprint FROM api_key k
              WHERE k.account_id = claimed.account_id AND k.revoked_at IS NULL
                AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
              ORDER BY k.created_at DESC, k.id DESC LIMIT 1) signer ON true)
    SELECT array_agg(written.id ORDER BY item.n),
           array_agg(signing.secrets || jsonb_build_object('event', written.event, 'status', written.status)
                     ORDER BY item.n)
      INTO v_event_ids, v_deliveries
      FROM unnest(v_ids, v_emits_event) WITH ORDINALITY AS item (id, emits_event, n)
      LEFT JOIN written ON written.purchase_id = item.id AND item.emits_event
      LEFT JOIN signing ON signing.account_id = written.account_id AND written.state = 'sending';
  END IF;
  IF true = ANY (v_sends_token) THEN
    WITH written AS (
      INSERT INTO notification (purchase_id, kind, next_attempt_at)
      SELECT item.id, 'token_sms', clock_timestamp() + interval '5 seconds'
        FROM unnest(v_ids, v_sends_token) AS item (id, sends_token)
       CROSS JOIN LATERAL (SELECT q.result FROM purchase q WHERE q.id = item.id LIMIT 1) settled
       WHERE item.sends_token AND settled.result ->> 'token' <> ''
      RETURNING id, purchase_id)
    SELECT array_agg(written.id ORDER BY item.n) INTO v_notification_ids
      FROM unnest(v_ids, v_sends_token) WITH ORDINALITY AS item (id, sends_token, n)
      LEFT JOIN written ON written.purchase_id = item.id AND item.sends_token;
  END IF;

  RETURN QUERY
    SELECT item.n::integer, item.outcome, item.status, item.event_id, item.notification_id, item.delivery
      FROM unnest(v_outcomes, v_statuses, v_event_ids, v_notification_ids, v_deliveries)
           WITH ORDINALITY AS item (outcome, status, event_id, notification_id, delivery, n)
     ORDER BY item.n;
END $$;

CREATE OR REPLACE FUNCTION settle_by_operator(p_item jsonb, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, status text, event_id uuid, notification_id uuid, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid := p_item ->> 'id';
  v_refunds boolean := p_item ->> 'target_status' IN ('failed', 'refunded');
  v_purchase purchase;
  v_delivered boolean;
  v_outcome text;
  v_declined boolean;
  v_refusal text;
  v_bound_kobo bigint;
BEGIN
  IF coalesce(p_item ->> 'basis', '') NOT IN ('operator', 'never_sent')
     OR coalesce(p_item ->> 'target_status', '') NOT IN ('success', 'failed', 'refunded') THEN
    RAISE EXCEPTION 'settle_by_operator: not a decision of an operator';
  END IF;

  -- 1. Lock the wallet, then the purchase.
  PERFORM FROM wallet WHERE wallet.account_id = (SELECT q.account_id FROM purchase q WHERE q.id = v_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase q WHERE q.id = v_id FOR NO KEY UPDATE;
  IF p_item ->> 'attempt' IS NULL THEN
    p_item := p_item || jsonb_build_object('attempt', v_purchase.attempt);
  END IF;
  v_delivered := coalesce((p_item ->> 'reverses')::boolean AND v_purchase.status = 'success', false);

  -- 2. Judge, unless no money would go back.
  v_outcome := settlement_outcome(
    p_target_status => p_item ->> 'target_status', p_basis => p_item ->> 'basis', p_is_repeat => false,
    p_status => v_purchase.status,
    p_sends => CASE WHEN v_purchase.contradicted_by IS NULL THEN v_purchase.sends ELSE 1::smallint END,
    p_in_flight => coalesce(v_purchase.claim_expires_at > clock_timestamp(), false), p_not_found_stale => false,
    p_rival_open => false, p_delivered => v_purchase.token_awaited, p_wallet_locked => true,
    p_attempt_closed => (p_item ->> 'attempt')::smallint <> v_purchase.attempt, p_order_seen => false);
  v_declined := v_refunds AND NOT v_delivered AND v_outcome NOT IN ('settled', 'contradiction');
  v_refunds := v_refunds AND (v_delivered OR v_outcome = 'settled');
  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'refund',
           jsonb_build_object(
             'purchase_id', v_id, 'amount_kobo', v_purchase.amount_kobo::text, 'delivered', v_delivered,
             'cause', p_item ->> 'cause', 'message', p_item ->> 'message'),
           CASE WHEN NOT v_refunds THEN 0
                WHEN v_delivered OR v_purchase.contradicted_by IS NOT NULL THEN NULL
                WHEN v_purchase.sends = 0 THEN 0
                ELSE v_purchase.amount_kobo END,
           CASE WHEN v_refunds THEN v_purchase.amount_kobo ELSE 0 END, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, v_purchase.status, NULL::uuid, NULL::uuid, v_bound_kobo;
    RETURN;
  END IF;

  -- 3. Record it. A refund that step 2 did not judge must not happen: the claim may have expired since.
  IF v_declined THEN
    RETURN QUERY SELECT v_outcome, v_purchase.status, NULL::uuid, NULL::uuid, NULL::bigint;
  ELSIF v_refunds AND v_delivered THEN
    RETURN QUERY
      SELECT 'settled', 'refunded', reversed.event_id, NULL::uuid, NULL::bigint
        FROM record_reversal(v_id, p_item ->> 'cause', p_item ->> 'message') reversed;
  ELSE
    RETURN QUERY
      SELECT settled.outcome, settled.status, settled.event_id, settled.notification_id, NULL::bigint
        FROM record_settlements(jsonb_build_array(p_item), true) settled;
  END IF;
  IF v_refunds THEN
    PERFORM count_on_cap(p_actor, entry, p_approval)
       FROM ledger_entry entry WHERE entry.purchase_id = v_id AND entry.kind = 'refund';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION take_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase_as_released LANGUAGE sql VOLATILE AS $$
  SELECT held.id, held.account_id, held.request_ref, held.product_type, held.status, held.amount_kobo, held.cost_kobo,
         held.recipient, held.details, result_as_released(held), held.message, held.description, held.provider,
         held.provider_ref, held.sends, held.claim_token, held.claim_expires_at, held.sent_at, held.checks,
         held.next_check_at, held.window_ends_at, held.refused_with, held.order_seen, held.missing_count,
         held.missing_since, held.needs_review, held.cause, held.created_at, held.final_at, held.provider_order
    FROM (SELECT * FROM hold_due_purchases(p_types, 0, (p_limit + 1) / 2, '{}', p_start)
          UNION ALL
          SELECT * FROM hold_due_purchases(p_types, 1, (p_limit + 1) / 2, '{}', p_hold)) held
   WHERE held.provider = 'vtpass'
$$;

CREATE OR REPLACE FUNCTION quarantine_purchases(p_items jsonb, p_note text) RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids uuid[];
BEGIN
  SELECT array_agg(locked.id) INTO v_ids
    FROM (SELECT q.id FROM purchase q
            JOIN jsonb_to_recordset(p_items) AS item (id uuid, sends smallint) ON item.id = q.id
           WHERE q.final_at IS NULL AND q.quarantined_at IS NULL AND q.sends = coalesce(item.sends, 0)
             AND (q.sends = 0 OR q.status = 'initiated' AND q.attempt < 3 AND q.sent_at < now())
           ORDER BY q.id FOR NO KEY UPDATE OF q) locked;

  UPDATE purchase q
     SET sends = 1,
         provider_ref = coalesce(q.provider_ref,
                                 item.provider_ref || CASE q.attempt WHEN 1 THEN '' ELSE 'x' || q.attempt END),
         sent_at = coalesce(q.sent_at, clock_timestamp()),
         next_check_at = CASE q.sends WHEN 0 THEN clock_timestamp() ELSE q.next_check_at END,
         order_seen = true, quarantined_at = clock_timestamp(),
         cause = 'quarantined: ' || p_note, cause_code = 'quarantined'
    FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
   WHERE q.id = ANY (v_ids) AND item.id = q.id;

  -- the status stays as it is, so the trigger records nothing
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  SELECT q.id, q.status, q.status, q.cause, q.cause_code FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id;

  RETURN QUERY SELECT q.* FROM purchase q WHERE q.id = ANY (v_ids);
END $$;

CREATE OR REPLACE FUNCTION with_attempts(p_items jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT jsonb_path_exists(p_items, '$[*] ? (!exists(@.attempt))') THEN
    RETURN p_items;
  END IF;
  RETURN (
    SELECT jsonb_agg(jsonb_build_object('attempt', coalesce(at_vtpass.number, q.attempt)) || item.value ORDER BY item.n)
      FROM jsonb_array_elements(p_items) WITH ORDINALITY AS item (value, n)
      LEFT JOIN purchase q ON q.id = (item.value ->> 'id')::uuid
      LEFT JOIN closed_attempt at_vtpass ON at_vtpass.purchase_id = q.id AND at_vtpass.provider = 'vtpass');
END $$;

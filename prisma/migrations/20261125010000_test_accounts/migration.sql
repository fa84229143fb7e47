-- Every account gets a test twin: an account of its own with play money, whose purchases the simulator serves.
--
-- Expands only. Version 0.1.0 declines the keys of test accounts, claims none of their purchases, and opens accounts
-- whose twin a trigger adds. Its lists show the twins. The new columns have defaults, so no table is written anew; the
-- twins of existing accounts are some rows for each.
ALTER TABLE account
  ADD COLUMN mode text NOT NULL DEFAULT 'live',
  ADD COLUMN twin_of uuid REFERENCES account (id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  DROP CONSTRAINT account_status_check,
  ADD CONSTRAINT account_mode_check CHECK (mode IN ('live', 'test')),
  ADD CONSTRAINT account_twin_is_test CHECK ((mode = 'test') = (twin_of IS NOT NULL)),
  -- a live account is never closed, and a closed one sends nothing
  ADD CONSTRAINT account_status_check CHECK (
    status IN ('active', 'suspended') OR (status = 'closed' AND mode = 'test' AND webhook_url IS NULL));
CREATE UNIQUE INDEX account_one_twin ON account (twin_of) WHERE status <> 'closed';

-- What the simulator was sent: each process can say what became of it. `known_from`: when it
-- arrives there. `requeries`: how often it was asked about.
CREATE TABLE simulated_order (
  provider_ref text PRIMARY KEY,
  account_id   uuid NOT NULL,
  requeries    integer NOT NULL DEFAULT 0,
  token        text,
  known_from   timestamptz(6) NOT NULL
);

CREATE OR REPLACE FUNCTION add_test_twin(p_live uuid, p_webhook_url text) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id uuid := gen_random_uuid();
BEGIN
  INSERT INTO account (id, name, tier_id, status, mode, twin_of, webhook_url,
                       limit_purchases, limit_status, limit_lookups, limit_other)
  SELECT v_id, live.name || ' (test ' || left(v_id::text, 8) || ')', live.tier_id, live.status, 'test', live.id,
         p_webhook_url, live.limit_purchases, live.limit_status, live.limit_lookups, live.limit_other
    FROM account live WHERE live.id = p_live;
  RETURN v_id;
END $$;
REVOKE ALL ON FUNCTION add_test_twin(uuid, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION open_test_twin() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_test_twin(NEW.id, NULL);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION open_test_twin() FROM PUBLIC;

CREATE OR REPLACE FUNCTION change_test_twin() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account twin
     SET tier_id = NEW.tier_id, status = NEW.status, limit_purchases = NEW.limit_purchases,
         limit_status = NEW.limit_status, limit_lookups = NEW.limit_lookups, limit_other = NEW.limit_other
   WHERE twin.twin_of = NEW.id AND twin.status <> 'closed';
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION change_test_twin() FROM PUBLIC;

CREATE OR REPLACE FUNCTION fund_test_wallet(p_account uuid, p_amount_kobo bigint)
RETURNS TABLE (outcome text, balance_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c_most_kobo CONSTANT bigint := 100000000000;
  v_balance_kobo bigint;
BEGIN
  SELECT w.balance_kobo INTO v_balance_kobo FROM wallet w WHERE w.account_id = p_account FOR NO KEY UPDATE;
  -- read after the lock: a reset closes an account under it
  IF NOT EXISTS (SELECT FROM account a WHERE a.id = p_account AND a.mode = 'test' AND a.status = 'active') THEN
    RETURN QUERY SELECT 'not_test', NULL::bigint;
  ELSIF v_balance_kobo + p_amount_kobo > c_most_kobo THEN
    RETURN QUERY SELECT 'too_much', v_balance_kobo;
  ELSE
    RETURN QUERY
      SELECT 'funded', entry.balance_after_kobo
        FROM write_entry(p_account, 'funding', p_amount_kobo, 'test-' || gen_random_uuid(), NULL, NULL) entry;
  END IF;
END $$;
REVOKE ALL ON FUNCTION fund_test_wallet(uuid, bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION reset_test_account(p_account uuid)
RETURNS TABLE (outcome text, account_id uuid, wait_seconds integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_twin account;
  v_new uuid;
BEGIN
  PERFORM FROM wallet w WHERE w.account_id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v_twin FROM account a
   WHERE a.id = p_account AND a.mode = 'test' AND a.status = 'active' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'not_test', NULL::uuid, NULL::integer;
    RETURN;
  END IF;
  IF v_twin.created_at > clock_timestamp() - interval '1 minute'
     AND EXISTS (SELECT FROM account a WHERE a.twin_of = v_twin.twin_of AND a.status = 'closed') THEN
    RETURN QUERY
      SELECT 'too_soon', NULL::uuid,
             ceil(extract(epoch FROM v_twin.created_at + interval '1 minute' - clock_timestamp()))::integer;
    RETURN;
  END IF;

  UPDATE account a SET status = 'closed', webhook_url = NULL WHERE a.id = v_twin.id;
  v_new := add_test_twin(v_twin.twin_of, v_twin.webhook_url);
  UPDATE api_key k SET account_id = v_new WHERE k.account_id = v_twin.id;
  UPDATE webhook_secret s SET account_id = v_new WHERE s.account_id = v_twin.id;
  UPDATE webhook_event e
     SET state = 'undelivered', finished_at = clock_timestamp(), error = 'the test account was reset'
   WHERE e.account_id = v_twin.id AND e.state = 'queued';
  RETURN QUERY SELECT 'reset', v_new, NULL::integer;
END $$;
REVOKE ALL ON FUNCTION reset_test_account(uuid) FROM PUBLIC;

CREATE TRIGGER account_has_twin AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.mode = 'live') EXECUTE FUNCTION open_test_twin();
CREATE TRIGGER account_twin_follows
  AFTER UPDATE OF tier_id, status, limit_purchases, limit_status, limit_lookups, limit_other ON account
  FOR EACH ROW WHEN (NEW.mode = 'live') EXECUTE FUNCTION change_test_twin();
SELECT add_test_twin(id, NULL) FROM account WHERE mode = 'live';

-- A reset moves keys to another account.
DROP TRIGGER key_access_is_noted ON api_key;
CREATE CONSTRAINT TRIGGER key_access_is_noted
  AFTER UPDATE OF revoked_at, expires_at, scope, allowed_cidrs, account_id OR DELETE ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_access_change();

-- Test purchases are the simulator's, send no message to a customer, and only a worker that knows them claims them.
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
                          provider, provider_order, next_check_at, window_ends_at, cause, cause_code, api_key_id)
    SELECT item.id, item.account_id, item.request_ref, item.product_type, item.amount_kobo, item.recipient,
           item.details, item.description,
           CASE WHEN item.account_id = ANY (v_test_accounts) THEN 'simulator' ELSE item.provider END,
           item.provider_order, now() + p_start, now() + item.window_ms * interval '1 millisecond',
           'accepted', 'accepted', v_keys[item.n]
      FROM ROWS FROM (
             jsonb_to_recordset(p_items) AS (
               id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text,
               details jsonb, description text, provider text, provider_order jsonb, window_ms bigint))
           WITH ORDINALITY AS item (
             id, account_id, request_ref, product_type, amount_kobo, recipient,
             details, description, provider, provider_order, window_ms, n)
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
         AND (q.provider <> 'simulator' OR p_items -> 0 -> 'simulates' = 'true')
       ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q
       SET sends = 1, provider_ref = item.provider_ref, claim_token = p_token,
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
  v_emits_event boolean[];       -- its product has an event for this, and its account a webhook URL
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

  -- 3. Decide. The snapshot is younger than the locks.
  SELECT array_agg(decided.outcome), array_agg(decided.row_at), array_agg(decided.in_flight),
         array_agg(decided.marks_pending),
         array_agg(CASE WHEN decided.outcome = 'settled' THEN decided.target_status
                        WHEN decided.marks_pending THEN 'pending'
                        ELSE decided.status END),
         array_agg(decided.outcome = 'settled' AND decided.product_type IN ('AIRTIME', 'DATA')
                   AND EXISTS (SELECT 1 FROM account
                                WHERE account.id = decided.account_id AND account.webhook_url IS NOT NULL)),
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
                   p_sends => found.sends,
                   p_in_flight => found.in_flight,
                   p_not_found_stale => found.missing_count <> item.missing_count OR found.order_seen,
                   p_rival_open => item.only_if_alone AND EXISTS (
                     SELECT 1 FROM purchase rival
                      WHERE rival.recipient = found.recipient AND rival.id <> found.id
                        AND rival.final_at IS NULL AND rival.sends = 1 AND rival.refused_with IS NULL),
                   p_token_awaited => found.token_awaited,
                   p_wallet_locked => found.account_id = ANY (v_locked_accounts)) AS outcome
            FROM ROWS FROM (
                   jsonb_to_recordset(p_items) AS (
                     id uuid, target_status text, basis text, missing_count integer, only_if_alone boolean))
                 WITH ORDINALITY AS item (id, target_status, basis, missing_count, only_if_alone, n)
            LEFT JOIN LATERAL (
                   SELECT q.id, q.status, q.sends, q.product_type, q.account_id, q.provider, q.recipient, q.missing_count,
                          q.order_seen, q.token_awaited, q.ctid AS row_at,
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
                            jsonb_build_object('goal', item.target_status, 'cause', item.cause,
                                               'at', clock_timestamp())
                            || coalesce(item.delivered, '{}') || coalesce(item.evidence, '{}')
                          ELSE q.contradicted_by END,
      token_awaited = item.outcome = 'kept' AND (q.token_awaited OR coalesce(item.token_awaited, false)),
      cost_kobo = CASE item.outcome WHEN 'settled' THEN coalesce(item.cost_kobo, q.cost_kobo) ELSE q.cost_kobo END,
      claim_token = NULL,
      claim_expires_at = CASE WHEN item.basis = 'answer' OR item.outcome = 'settled' THEN NULL
                              ELSE q.claim_expires_at END,
      checks = q.checks + CASE WHEN item.outcome = 'kept' AND item.basis = 'requery' THEN 1 ELSE 0 END,
      next_check_at = CASE item.outcome
                        WHEN 'kept' THEN clock_timestamp() + item.next_check_ms * interval '1 millisecond' END,
      window_ends_at = CASE WHEN item.outcome = 'kept' AND NOT item.marks_pending THEN q.window_ends_at END,
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
             target_status text, basis text, cause text, cause_code text, message text, delivered jsonb,
             evidence jsonb, token_awaited boolean, cost_kobo bigint, next_check_ms bigint, refused_with text,
             order_seen boolean, not_found boolean, review boolean),
           unnest(v_outcomes), unnest(v_rows), unnest(v_in_flight), unnest(v_marks_pending), unnest(v_statuses))
         AS item (
           target_status, basis, cause, cause_code, message, delivered, evidence, token_awaited, cost_kobo,
           next_check_ms, refused_with, order_seen, not_found, review,
           outcome, row_at, in_flight, marks_pending, status)
   -- "not found" proves nothing while the send may still arrive
   CROSS JOIN LATERAL (
     SELECT (item.outcome = 'kept' AND coalesce(item.not_found, false) AND NOT item.in_flight)
            OR (item.outcome = 'settled' AND item.basis = 'not_found') AS not_found) counted
   WHERE q.ctid = item.row_at AND item.outcome IN ('settled', 'kept', 'contradiction');

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
   WHERE held.provider <> 'simulator'
$$;

-- Play money comes from fund_test_wallet alone.
CREATE OR REPLACE FUNCTION fund_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  PERFORM FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM account WHERE account.id = p_account AND account.mode = 'live') THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'funded_before', entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'fund',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference),
           p_amount_kobo, p_amount_kobo, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'funding', p_amount_kobo, p_reference, NULL, NULL);
  PERFORM count_on_cap(p_actor, v_entry, p_approval);
  RETURN QUERY
    SELECT 'funded', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

CREATE OR REPLACE FUNCTION adjust_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_entry bigint, p_reason text, p_below_zero boolean,
  p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_balance_kobo bigint;
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM account WHERE account.id = p_account AND account.mode = 'live') THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'adjusted_before', entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'adjustment' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;
  IF p_entry IS NOT NULL AND NOT EXISTS (
       SELECT FROM ledger_entry entry WHERE entry.id = p_entry AND entry.account_id = p_account) THEN
    RETURN QUERY SELECT 'no_such_entry', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  IF p_amount_kobo < 0 AND v_balance_kobo + p_amount_kobo < 0 AND NOT p_below_zero THEN
    RETURN QUERY SELECT 'below_zero', NULL::bigint, v_balance_kobo, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'adjust',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference,
             'entry_id', p_entry::text, 'reason', p_reason, 'below_zero', p_below_zero),
           CASE WHEN NOT p_below_zero THEN abs(p_amount_kobo) END, greatest(p_amount_kobo, 0),
           p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'adjustment', p_amount_kobo, p_reference, p_entry, p_reason);
  IF p_amount_kobo > 0 THEN
    PERFORM count_on_cap(p_actor, v_entry, p_approval);
  END IF;
  RETURN QUERY
    SELECT 'adjusted', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

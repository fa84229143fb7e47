-- The same statements with less work for PostgreSQL. What they take, lock, answer and refuse is what it was; what they promise stands where they were first made
-- (20261121120000_products, claim: 20261121000000_house).
--
-- A batch is often small, so what a statement costs before its first row counts as much as what a row costs:
--   force_generic_plan: with few items in a batch a plan made for this very call always looks cheaper, and each statement was planned again in each call
--   plain arrays by item number instead of jsonb, which is read and written as a whole for each item
--   triggers that name their columns: PostgreSQL reads a trigger's condition from text in each statement that may fire it

-- -------------------------------------------------------------------------------------------------------------------------------- guards
-- A column that an UPDATE does not name keeps its value: no BEFORE trigger here changes a row. So an UPDATE is held up only by the guards of the columns it names.

DROP TRIGGER purchase_move_is_legal ON purchase;
CREATE TRIGGER purchase_move_is_legal BEFORE UPDATE OF status ON purchase FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT (
    OLD.status = 'initiated' OR (OLD.status = 'pending' AND NEW.status <> 'initiated') OR (OLD.status = 'success' AND NEW.status = 'refunded')))
  EXECUTE FUNCTION refuse();

DROP TRIGGER purchase_facts_are_fixed ON purchase;
CREATE TRIGGER purchase_facts_are_fixed
  BEFORE UPDATE OF id, account_id, request_ref, product_type, amount_kobo, recipient, details, provider, provider_order, created_at ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.recipient, OLD.details, OLD.provider, OLD.provider_order, OLD.created_at)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.recipient, NEW.details, NEW.provider, NEW.provider_order, NEW.created_at))
  EXECUTE FUNCTION refuse();
CREATE TRIGGER purchase_is_sent_once BEFORE UPDATE OF sends, provider_ref, sent_at ON purchase FOR EACH ROW
  WHEN (NEW.sends < OLD.sends
     OR (OLD.sends = 1 AND (OLD.provider_ref, OLD.sent_at) IS DISTINCT FROM (NEW.provider_ref, NEW.sent_at))
     OR (OLD.final_at IS NOT NULL AND OLD.sends <> NEW.sends))
  EXECUTE FUNCTION refuse();

-- Births are written down together, moves one by one: what moves a status is one statement of several on each purchase, and the others pass by for nothing.
CREATE FUNCTION record_births() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, to_status, cause) SELECT b.id, b.status, b.cause FROM born b;
  RETURN NULL;
END $$;
DROP TRIGGER purchase_birth ON purchase;
CREATE TRIGGER purchase_birth AFTER INSERT ON purchase REFERENCING NEW TABLE AS born FOR EACH STATEMENT EXECUTE FUNCTION record_births();
DROP TRIGGER purchase_move ON purchase;
CREATE TRIGGER purchase_move AFTER UPDATE OF status ON purchase FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION record_move();

-- ------------------------------------------------------------------------------------------------------------------------------- indexes
-- Only settle_purchases looks for a recipient, among what is sent and open. A purchase is in this index between its claim and its end and not before or after.
-- The predicate has `sends = 1` so that nothing else is planned through it (see purchase_due).
CREATE INDEX purchase_open_recipient ON purchase (recipient) WHERE sends = 1 AND final_at IS NULL;
DROP INDEX purchase_recipient_idx;

-- -------------------------------------------------------------------------------------------------------------------------------- accept
CREATE OR REPLACE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval)
RETURNS TABLE (n integer, outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_id uuid[]; v_account uuid[]; v_ref text[]; v_amount bigint[];
  v_wallet uuid[];               -- the accounts whose wallets are locked here
  v_balance bigint[];            -- what is in them
  v_place integer[];             -- item → its wallet's place in those two
  v_first integer[];             -- item → the first item of this batch with its reference
  v_holder uuid[];               -- item → the purchase that has its reference; at the place of the first, also one that an item has just taken it for
  v_before bigint[]; v_after bigint[]; v_outcome text[];
  v_busy text[];                 -- references that another transaction is deciding on
  v_at timestamptz;
  w integer;
BEGIN
  SELECT array_agg(x.id), array_agg(x.account_id), array_agg(x.request_ref), array_agg(x.amount_kobo) INTO v_id, v_account, v_ref, v_amount
    FROM jsonb_to_recordset(p_items) AS x (id uuid, account_id uuid, request_ref text, amount_kobo bigint);

  -- 1. the wallets, by id
  IF p_wait THEN
    SELECT array_agg(l.account_id), array_agg(l.balance_kobo) INTO v_wallet, v_balance
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_account) ORDER BY account_id FOR NO KEY UPDATE) l;
  ELSE
    SELECT array_agg(l.account_id), array_agg(l.balance_kobo) INTO v_wallet, v_balance
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_account) ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) l;
  END IF;

  -- 2. the references, by hash: who takes one does so under its lock, so that what step 3 reads stays true until this transaction ends
  IF p_wait THEN
    PERFORM pg_advisory_xact_lock(h.key) FROM (SELECT hashtextextended(r, 0) AS key FROM unnest(v_ref) AS r ORDER BY key OFFSET 0) h;
  ELSE
    SELECT array_agg(h.ref) INTO v_busy
      FROM (SELECT hashtextextended(r, 0) AS key, r AS ref FROM unnest(v_ref) AS r ORDER BY key OFFSET 0) h WHERE NOT pg_try_advisory_xact_lock(h.key);
  END IF;

  v_at := clock_timestamp();
  IF v_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 3. who has these references, and (an earlier attempt of ours) at which balances? In a snapshot younger than the locks.
  SELECT array_agg(r.place), array_agg(r.first), array_agg(r.holder), array_agg(r.balance_before_kobo), array_agg(r.balance_after_kobo), array_agg(NULL::text)
    INTO v_place, v_first, v_holder, v_before, v_after, v_outcome
    FROM (SELECT array_position(v_wallet, i.account_id) AS place, array_position(v_ref, i.ref) AS first, p.id AS holder, d.balance_before_kobo, d.balance_after_kobo
            FROM unnest(v_id, v_account, v_ref) WITH ORDINALITY AS i (id, account_id, ref, n)
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q WHERE q.request_ref = i.ref COLLATE "C" LIMIT 1) p ON true
            LEFT JOIN LATERAL (SELECT e.balance_before_kobo, e.balance_after_kobo FROM ledger_entry e
                                WHERE e.purchase_id = i.id AND e.kind = 'debit' AND p.id = i.id LIMIT 1) d ON true
           ORDER BY i.n) r;

  -- 4. decide, one by one in arrival order: a large one that does not fit must not reject a small one behind it (so no running sum)
  FOR i IN 1 .. cardinality(v_id) LOOP
    w := v_place[i];
    IF v_holder[i] = v_id[i] THEN
      v_outcome[i] := 'stands';
    ELSIF v_holder[v_first[i]] IS NOT NULL THEN
      v_outcome[i] := 'duplicate';
    ELSIF w IS NULL OR v_ref[i] = ANY (v_busy) THEN
      v_outcome[i] := CASE WHEN p_wait THEN 'no_wallet' ELSE 'busy' END;
    ELSIF v_balance[w] < v_amount[i] THEN
      v_outcome[i] := 'insufficient';
    ELSE
      v_outcome[i] := 'accepted';
      v_holder[v_first[i]] := v_id[i];
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

    UPDATE wallet SET balance_kobo = v_balance[array_position(v_wallet, account_id)]
     WHERE account_id = ANY (v_wallet) AND balance_kobo <> v_balance[array_position(v_wallet, account_id)];
  END IF;

  RETURN QUERY SELECT x.n::integer, CASE x.outcome WHEN 'stands' THEN 'accepted' ELSE x.outcome END, x.before, x.after, v_at
                 FROM unnest(v_outcome, v_before, v_after) WITH ORDINALITY AS x (outcome, before, after, n) ORDER BY x.n;
END $$;

-- --------------------------------------------------------------------------------------------------------------------------------- claim
CREATE OR REPLACE FUNCTION claim_purchases(p_items jsonb, p_token uuid, p_lease interval, p_start_within interval)
RETURNS SETOF purchase LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    WITH mine AS MATERIALIZED (
      SELECT q.id FROM purchase q
       WHERE q.id = ANY (ARRAY(SELECT x.id FROM jsonb_to_recordset(p_items) AS x (id uuid)))
         AND q.sends = 0 AND q.final_at IS NULL AND q.created_at > clock_timestamp() - p_start_within
       ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q
       SET sends = 1, provider_ref = x.provider_ref, claim_token = p_token, claim_expires_at = clock_timestamp() + p_lease,
           sent_at = clock_timestamp(), next_check_at = clock_timestamp() + p_lease
      FROM jsonb_to_recordset(p_items) AS x (id uuid, provider_ref text)
     WHERE q.id = ANY (ARRAY(SELECT m.id FROM mine m)) AND x.id = q.id
 RETURNING q.*;
END $$;

-- -------------------------------------------------------------------------------------------------------------------------------- settle
CREATE OR REPLACE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_id uuid[];
  v_refunded uuid[];             -- those of v_id that may have to be refunded
  v_wanted uuid[];
  v_locked uuid[] := '{}';
  v_outcome text[]; v_at tid[]; v_in_flight boolean[];
  v_tells boolean[];             -- item → whether its client is answered pending with it
  v_becomes text[];              -- item → its status from now on
  v_heard boolean[];             -- item → whether an event tells of it: its product has one, and its account a URL
  v_noted boolean[];             -- item → whether its customer is sent a token, if there is one
  v_event uuid[]; v_note uuid[];
BEGIN
  SELECT array_agg(x.id), array_agg(x.id) FILTER (WHERE x.goal IN ('failed', 'refunded')) INTO v_id, v_refunded FROM jsonb_to_recordset(p_items) AS x (id uuid, goal text);

  -- 1. the wallets of possible refunds (an account never changes, so it may be read unlocked)
  IF v_refunded IS NOT NULL THEN
    SELECT array_agg(DISTINCT q.account_id) INTO v_wanted FROM purchase q WHERE q.id = ANY (v_refunded) AND q.final_at IS NULL;
    IF p_wait THEN
      SELECT coalesce(array_agg(l.account_id), '{}') INTO v_locked FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_wanted) ORDER BY account_id FOR NO KEY UPDATE) l;
    ELSE
      SELECT coalesce(array_agg(l.account_id), '{}') INTO v_locked FROM (SELECT account_id FROM wallet WHERE account_id = ANY (v_wanted) ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) l;
    END IF;
  END IF;

  -- 2. the purchases
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (v_id) ORDER BY q.id FOR NO KEY UPDATE) l;

  -- 3. decide, in a snapshot younger than the locks
  SELECT array_agg(d.outcome), array_agg(d.at), array_agg(d.in_flight), array_agg(d.tells),
         array_agg(CASE WHEN d.outcome = 'settled' THEN d.goal WHEN d.tells THEN 'pending' ELSE d.status END),
         array_agg(d.outcome = 'settled' AND d.product_type IN ('AIRTIME', 'DATA')
                   AND EXISTS (SELECT 1 FROM account a WHERE a.id = d.account_id AND a.webhook_url IS NOT NULL)),
         array_agg(d.outcome = 'settled' AND d.goal = 'success' AND d.product_type = 'ELECTRICITY')
    INTO v_outcome, v_at, v_in_flight, v_tells, v_becomes, v_heard, v_noted
    FROM (SELECT c.*, c.outcome = 'kept' AND c.ground = 'answer' AND c.status = 'initiated' AND c.product_type IN ('CABLE_TV', 'ELECTRICITY') AS tells
            FROM (SELECT x.n, x.goal, x.ground, p.at, p.status, p.product_type, p.account_id, coalesce(p.claim_expires_at > clock_timestamp(), false) AS in_flight,
            CASE WHEN p.id IS NULL THEN 'missing'
                 WHEN x.n > array_position(v_id, x.id) THEN 'again'
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
            FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, goal text, ground text, missing_count integer, alone boolean))
                 WITH ORDINALITY AS x (id, goal, ground, missing_count, alone, n)
            LEFT JOIN LATERAL (SELECT q.*, q.ctid AS at FROM purchase q WHERE q.id = x.id LIMIT 1) p ON true
           ORDER BY x.n) c) d;

  -- 4. write the purchases. The rows are locked, so the ctid read in step 3 is the row's: as many lookups as items, whatever the statistics say
  UPDATE purchase p SET
      status = d.becomes,
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
                                                     refused_with text, order_seen boolean, missing boolean, review boolean),
                    unnest(v_outcome), unnest(v_at), unnest(v_in_flight), unnest(v_tells), unnest(v_becomes))
         AS x (goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen, missing, review, outcome, at, in_flight, tells, becomes)
   CROSS JOIN LATERAL (SELECT x.outcome, x.in_flight, x.tells, x.becomes) d
   -- "not found" says nothing while the send may still arrive
   CROSS JOIN LATERAL (SELECT (d.outcome = 'kept' AND coalesce(x.missing, false) AND NOT d.in_flight) OR (d.outcome = 'settled' AND x.ground = 'not_found') AS counts) m
   WHERE p.ctid = x.at AND d.outcome IN ('settled', 'kept', 'contradiction');

  -- 5. the refunds: ledger entries in item order, then the wallets
  IF v_locked <> '{}' THEN
    WITH refund AS MATERIALIZED (
      SELECT p.account_id, p.id, p.request_ref, p.amount_kobo, d.n, w.balance_kobo AS balance,
             sum(p.amount_kobo) OVER (PARTITION BY p.account_id ORDER BY d.n) AS upto
        FROM unnest(v_id, v_outcome, v_becomes) WITH ORDINALITY AS d (id, outcome, becomes, n)
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.request_ref, q.amount_kobo FROM purchase q WHERE q.id = d.id LIMIT 1) p
       CROSS JOIN LATERAL (SELECT k.balance_kobo FROM wallet k WHERE k.account_id = p.account_id LIMIT 1) w
       WHERE d.outcome = 'settled' AND d.becomes IN ('failed', 'refunded')),
    total AS MATERIALIZED (SELECT jsonb_object_agg(t.account_id, t.sum) AS by_account FROM (SELECT account_id, sum(amount_kobo) FROM refund GROUP BY account_id) t),
    entry AS (
      INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
      SELECT r.account_id, r.id, 'refund', r.amount_kobo, r.balance + r.upto - r.amount_kobo, r.balance + r.upto, r.request_ref FROM refund r ORDER BY r.n)
    UPDATE wallet w SET balance_kobo = w.balance_kobo + ((SELECT by_account FROM total) ->> w.account_id::text)::bigint
     WHERE w.account_id = ANY (v_locked) AND (SELECT by_account FROM total) ? w.account_id::text;
  END IF;

  -- 6. the events, and the token by SMS
  IF true = ANY (v_heard) THEN
    WITH told AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT p.account_id, p.id, lower(p.product_type) || '.purchase.' || v.outcome, v.outcome, x.message
        FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, message text), unnest(v_heard), unnest(v_becomes)) WITH ORDINALITY AS x (id, message, heard, becomes, n)
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.product_type FROM purchase q WHERE q.id = x.id LIMIT 1) p
       CROSS JOIN LATERAL (SELECT CASE x.becomes WHEN 'success' THEN 'success' ELSE 'failed' END AS outcome) v
       WHERE x.heard ORDER BY x.n
      RETURNING id, purchase_id)
    SELECT array_agg(t.id ORDER BY d.n) INTO v_event FROM unnest(v_id, v_heard) WITH ORDINALITY AS d (id, heard, n) LEFT JOIN told t ON t.purchase_id = d.id AND d.heard;
  END IF;
  IF true = ANY (v_noted) THEN
    WITH noted AS (
      INSERT INTO notification (purchase_id, kind, next_attempt_at)
      SELECT d.id, 'token_sms', clock_timestamp() + interval '5 seconds'
        FROM unnest(v_id, v_noted) AS d (id, noted)
       CROSS JOIN LATERAL (SELECT q.result FROM purchase q WHERE q.id = d.id LIMIT 1) p
       WHERE d.noted AND p.result ->> 'token' <> ''
      RETURNING id, purchase_id)
    SELECT array_agg(t.id ORDER BY d.n) INTO v_note FROM unnest(v_id, v_noted) WITH ORDINALITY AS d (id, noted, n) LEFT JOIN noted t ON t.purchase_id = d.id AND d.noted;
  END IF;

  RETURN QUERY SELECT d.n::integer, d.outcome, d.becomes, d.event, d.note
                 FROM unnest(v_outcome, v_becomes, v_event, v_note) WITH ORDINALITY AS d (outcome, becomes, event, note, n) ORDER BY d.n;
END $$;

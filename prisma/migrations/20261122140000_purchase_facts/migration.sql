-- What the service knows about a purchase gets columns; `result` keeps what was delivered to the customer.
--
-- Expands only. Version 0.1.0 runs on: its functions stay as wrappers (prisma/functions/released), which the next
-- release drops together with the type purchase_as_released. The text of every function is that of prisma/functions.
--
-- Waits for the running statements on purchase and purchase_history, then holds them up for a moment: columns with
-- constant defaults rewrite no table, and only open purchases are updated.

-- --------------------------------------------------------------------------------------------------------- columns
ALTER TABLE purchase
  ADD COLUMN cause_code text,                  -- NULL: its last change of status is older than this column
  ADD COLUMN token_awaited boolean NOT NULL DEFAULT false,     -- open, delivered, and its token has not come
  ADD COLUMN quarantined_at timestamptz(6),
  ADD COLUMN provider_evidence jsonb NOT NULL DEFAULT '{}',    -- what the provider said of its attempt
  ADD COLUMN contradicted_by jsonb,            -- what says the opposite of its final status
  ADD COLUMN reviewed_at timestamptz(6),       -- when an operator closed its review, and what they said
  ADD COLUMN review_note text;
ALTER TABLE purchase_history ADD COLUMN cause_code text;

-- The columns of purchase as version 0.1.0 knows them.
CREATE TYPE purchase_as_released AS (
  id uuid, account_id uuid, request_ref varchar(50) COLLATE "C", product_type text, status text, amount_kobo bigint,
  cost_kobo bigint, recipient text, details jsonb, result jsonb, message text, description text, provider text,
  provider_ref text COLLATE "C", sends smallint, claim_token uuid, claim_expires_at timestamptz(6),
  sent_at timestamptz(6), checks integer, next_check_at timestamptz(6), window_ends_at timestamptz(6),
  refused_with text, order_seen boolean, missing_count integer, missing_since timestamptz(6), needs_review boolean,
  cause text, created_at timestamptz(6), final_at timestamptz(6), provider_order jsonb);

-- ----------------------------------------------------------------------------------------------------------- names
-- Triggers know their function by its id, and nothing else calls these.
ALTER FUNCTION refuse() RENAME TO forbid_change;
ALTER FUNCTION record_births() RENAME TO record_first_status;
ALTER FUNCTION record_move() RENAME TO record_status_change;
-- Keeps who may call it. The old name returns the old columns from now on, below.
ALTER FUNCTION take_due_purchases(text[], integer, interval, interval) RENAME TO hold_due_purchases;

-- ------------------------------------------------------------------------------------------------------- functions
CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
END $$;

CREATE OR REPLACE FUNCTION record_first_status() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, to_status, cause, cause_code)
  SELECT born.id, born.status, born.cause, born.cause_code FROM born;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  VALUES (NEW.id, OLD.status, NEW.status, NEW.cause, NEW.cause_code);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval)
RETURNS TABLE (
  n integer, outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  -- one element for each item, in the order given
  v_ids uuid[];
  v_accounts uuid[];
  v_references text[];
  v_amounts bigint[];
  v_wallet_places integer[];     -- the place of its wallet in v_wallets
  v_first_places integer[];      -- the first item of this batch with its reference
  v_holders uuid[];              -- the purchase that has its reference; of a first item also one of this batch
  v_balances_before bigint[];
  v_balances_after bigint[];
  v_outcomes text[];
  -- one element for each wallet locked here
  v_wallets uuid[];
  v_balances bigint[];
  v_busy_references text[];      -- references that another transaction is deciding on
  v_decided_at timestamptz;
  v_place integer;
BEGIN
  SELECT array_agg(item.id), array_agg(item.account_id), array_agg(item.request_ref), array_agg(item.amount_kobo)
    INTO v_ids, v_accounts, v_references, v_amounts
    FROM jsonb_to_recordset(p_items) AS item (id uuid, account_id uuid, request_ref text, amount_kobo bigint);

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

  -- 2. Lock the references, by hash. A reference is taken only under its lock, so what step 3 reads stays true until
  --    this transaction ends.
  IF p_wait THEN
    PERFORM pg_advisory_xact_lock(hashed.key)
       FROM (SELECT hashtextextended(r, 0) AS key FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed;
  ELSE
    SELECT array_agg(hashed.reference) INTO v_busy_references
      FROM (SELECT hashtextextended(r, 0) AS key, r AS reference
              FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed
     WHERE NOT pg_try_advisory_xact_lock(hashed.key);
  END IF;

  v_decided_at := clock_timestamp();
  IF v_decided_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 3. Read who has these references and, when an earlier call of ours wrote the purchase, at which balances. The
  --    snapshot is younger than the locks.
  SELECT array_agg(known.wallet_place), array_agg(known.first_place), array_agg(known.holder),
         array_agg(known.balance_before_kobo), array_agg(known.balance_after_kobo), array_agg(NULL::text)
    INTO v_wallet_places, v_first_places, v_holders, v_balances_before, v_balances_after, v_outcomes
    FROM (SELECT array_position(v_wallets, item.account_id) AS wallet_place,
                 array_position(v_references, item.reference) AS first_place,
                 holder.id AS holder, debit.balance_before_kobo, debit.balance_after_kobo
            FROM unnest(v_ids, v_accounts, v_references) WITH ORDINALITY AS item (id, account_id, reference, n)
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE q.request_ref = item.reference COLLATE "C" LIMIT 1) holder ON true
            LEFT JOIN LATERAL (SELECT entry.balance_before_kobo, entry.balance_after_kobo FROM ledger_entry entry
                                WHERE entry.purchase_id = item.id AND entry.kind = 'debit' AND holder.id = item.id
                                LIMIT 1) debit ON true
           ORDER BY item.n) known;

  -- 4. Decide, one by one in the order given. A large item that does not fit must not reject a small one behind it, so
  --    this is no running sum.
  FOR i IN 1 .. cardinality(v_ids) LOOP
    v_place := v_wallet_places[i];
    IF v_holders[i] = v_ids[i] THEN
      v_outcomes[i] := 'written_before';
    ELSIF v_holders[v_first_places[i]] IS NOT NULL THEN
      v_outcomes[i] := 'duplicate';
    ELSIF v_place IS NULL OR v_references[i] = ANY (v_busy_references) THEN
      v_outcomes[i] := CASE WHEN p_wait THEN 'no_wallet' ELSE 'busy' END;
    ELSIF v_balances[v_place] < v_amounts[i] THEN
      v_outcomes[i] := 'insufficient';
    ELSE
      v_outcomes[i] := 'accepted';
      v_holders[v_first_places[i]] := v_ids[i];
      v_balances_before[i] := v_balances[v_place];
      v_balances[v_place] := v_balances[v_place] - v_amounts[i];
      v_balances_after[i] := v_balances[v_place];
    END IF;
  END LOOP;

  -- 5. Write what was accepted.
  IF 'accepted' = ANY (v_outcomes) THEN
    INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description,
                          provider, provider_order, next_check_at, window_ends_at, cause, cause_code)
    SELECT item.id, item.account_id, item.request_ref, item.product_type, item.amount_kobo, item.recipient,
           item.details, item.description, item.provider, item.provider_order,
           now() + p_start, now() + item.window_ms * interval '1 millisecond', 'accepted', 'accepted'
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
  END IF;

  RETURN QUERY
    SELECT item.n::integer, CASE item.outcome WHEN 'written_before' THEN 'accepted' ELSE item.outcome END,
           item.before, item.after, v_decided_at
      FROM unnest(v_outcomes, v_balances_before, v_balances_after)
           WITH ORDINALITY AS item (outcome, before, after, n)
     ORDER BY item.n;
END $$;

CREATE OR REPLACE FUNCTION claim_purchases(p_items jsonb, p_token uuid, p_lease interval, p_start_within interval)
RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    WITH unsent AS MATERIALIZED (
      SELECT q.id FROM purchase q
       WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
         AND q.sends = 0 AND q.final_at IS NULL AND q.created_at > clock_timestamp() - p_start_within
       ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q
       SET sends = 1, provider_ref = item.provider_ref, claim_token = p_token,
           claim_expires_at = clock_timestamp() + p_lease,
           sent_at = clock_timestamp(), next_check_at = clock_timestamp() + p_lease
      FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
     WHERE q.id = ANY (ARRAY(SELECT unsent.id FROM unsent)) AND item.id = q.id
 RETURNING q.*;
END $$;

CREATE OR REPLACE FUNCTION settlement_outcome(
  p_target_status text, p_basis text, p_is_repeat boolean, p_status text, p_sends smallint, p_in_flight boolean,
  p_not_found_stale boolean, p_rival_open boolean, p_token_awaited boolean, p_wallet_locked boolean)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    -- There is no such purchase.
    WHEN p_status IS NULL THEN 'unknown_purchase'
    -- One settlement for each purchase in a batch: the caller submits this one again.
    WHEN p_is_repeat THEN 'repeated'
    -- It is final, and this says the opposite: an operator has to look at it.
    WHEN p_status NOT IN ('initiated', 'pending') AND p_target_status <> 'open'
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
    -- What was delivered and only lacks its token is refunded by an operator and by nobody else.
    WHEN p_target_status IN ('failed', 'refunded') AND p_basis <> 'operator' AND p_token_awaited THEN 'declined'
    -- It stays open: what was learnt is written down.
    WHEN p_target_status = 'open' THEN 'kept'
    -- A refund needs the wallet, and somebody else has locked it: the caller submits this one again, and waits.
    WHEN p_target_status IN ('failed', 'refunded') AND NOT p_wallet_locked THEN 'busy'
    ELSE 'settled'
  END
$$;

CREATE OR REPLACE FUNCTION record_settlements(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
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
                   AND decided.product_type = 'ELECTRICITY')
    INTO v_outcomes, v_rows, v_in_flight, v_marks_pending, v_statuses, v_emits_event, v_sends_token
    FROM (
      SELECT judged.*,
             judged.outcome = 'kept' AND judged.basis = 'answer' AND judged.status = 'initiated'
             AND judged.product_type IN ('CABLE_TV', 'ELECTRICITY') AS marks_pending
        FROM (
          SELECT item.target_status, item.basis, found.row_at, found.status, found.product_type, found.account_id,
                 found.in_flight,
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
                   SELECT q.id, q.status, q.sends, q.product_type, q.account_id, q.recipient, q.missing_count,
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

  -- 6. Write the events, and the tokens to be sent by SMS.
  IF true = ANY (v_emits_event) THEN
    WITH written AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT settled.account_id, settled.id, lower(settled.product_type) || '.purchase.' || client.status,
             client.status, item.message
        FROM ROWS FROM (
               jsonb_to_recordset(p_items) AS (id uuid, message text), unnest(v_emits_event), unnest(v_statuses))
             WITH ORDINALITY AS item (id, message, emits_event, status, n)
       CROSS JOIN LATERAL (SELECT q.id, q.account_id, q.product_type
                             FROM purchase q WHERE q.id = item.id LIMIT 1) settled
       -- a client knows two ends: to it, `refunded` is failed
       CROSS JOIN LATERAL (SELECT CASE item.status WHEN 'success' THEN 'success' ELSE 'failed' END AS status) client
       WHERE item.emits_event ORDER BY item.n
      RETURNING id, purchase_id)
    SELECT array_agg(written.id ORDER BY item.n) INTO v_event_ids
      FROM unnest(v_ids, v_emits_event) WITH ORDINALITY AS item (id, emits_event, n)
      LEFT JOIN written ON written.purchase_id = item.id AND item.emits_event;
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
    SELECT item.n::integer, item.outcome, item.status, item.event_id, item.notification_id
      FROM unnest(v_outcomes, v_statuses, v_event_ids, v_notification_ids)
           WITH ORDINALITY AS item (outcome, status, event_id, notification_id, n)
     ORDER BY item.n;
END $$;

CREATE OR REPLACE FUNCTION mark_pending(p_ids uuid[], p_cause text, p_message text)
RETURNS TABLE (id uuid, status text, event_id uuid)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (p_ids) ORDER BY q.id FOR NO KEY UPDATE) locked;
  RETURN QUERY
    WITH marked AS (
      UPDATE purchase q SET status = 'pending', cause = p_cause, cause_code = p_cause, window_ends_at = NULL
       WHERE q.id = ANY (p_ids) AND q.status = 'initiated'
      RETURNING q.id, q.account_id, q.product_type),
    written AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT marked.account_id, marked.id, 'airtime.purchase.pending', 'pending', p_message
        FROM marked
       WHERE marked.product_type = 'AIRTIME'
         AND EXISTS (SELECT 1 FROM account WHERE account.id = marked.account_id AND account.webhook_url IS NOT NULL)
       ORDER BY marked.id
      RETURNING id, purchase_id)
    SELECT q.id, CASE WHEN marked.id IS NULL THEN q.status ELSE 'pending' END, written.id
      FROM purchase q
      LEFT JOIN marked ON marked.id = q.id
      LEFT JOIN written ON written.purchase_id = q.id
     WHERE q.id = ANY (p_ids);
END $$;

CREATE OR REPLACE FUNCTION moved_purchase_states(p_ids uuid[])
RETURNS TABLE (id uuid, status text, message text, cause_code text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT q.id, q.status, q.message, q.cause_code, q.result FROM purchase q
     WHERE q.id = ANY (p_ids) AND q.status <> 'initiated';
END $$;

CREATE OR REPLACE FUNCTION hold_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase LANGUAGE sql VOLATILE AS $$
  UPDATE purchase q
     SET next_check_at = clock_timestamp() + CASE q.sends WHEN 0 THEN p_start ELSE p_hold END
   WHERE q.id = ANY (ARRAY(
           SELECT due.id FROM purchase due
            WHERE due.next_check_at <= clock_timestamp() AND due.next_check_at IS NOT NULL
              AND due.product_type = ANY (p_types)
            ORDER BY due.next_check_at LIMIT p_limit
              FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING q.*
$$;

CREATE OR REPLACE FUNCTION fund_wallet(p_account uuid, p_amount_kobo bigint, p_reference text)
RETURNS TABLE (funded boolean, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  v_balance_kobo bigint;
BEGIN
  SELECT wallet.balance_kobo INTO STRICT v_balance_kobo
    FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;

  RETURN QUERY
    SELECT false, entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;

  INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
  VALUES (p_account, 'funding', p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo, p_reference);
  UPDATE wallet SET balance_kobo = balance_kobo + p_amount_kobo WHERE account_id = p_account;
  RETURN QUERY SELECT true, p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo;
END $$;

CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_purchase purchase;
  v_balance_kobo bigint;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet
   WHERE wallet.account_id = (SELECT purchase.account_id FROM purchase WHERE purchase.id = p_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase
   WHERE purchase.id = p_id AND purchase.status = 'success'
     FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  UPDATE purchase
     SET status = 'refunded', final_at = clock_timestamp(), cause = p_cause, cause_code = 'operator',
         message = p_message, needs_review = false
   WHERE id = p_id;
  INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                            balance_before_kobo, balance_after_kobo, reference)
  VALUES (v_purchase.account_id, p_id, 'refund', v_purchase.amount_kobo,
          v_balance_kobo, v_balance_kobo + v_purchase.amount_kobo, v_purchase.request_ref);
  UPDATE wallet SET balance_kobo = balance_kobo + v_purchase.amount_kobo WHERE account_id = v_purchase.account_id;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION quarantine_purchases(p_items jsonb, p_note text) RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_ids uuid[];
BEGIN
  SELECT array_agg(locked.id) INTO v_ids
    FROM (SELECT q.id FROM purchase q
           WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
             AND q.sends = 0 AND q.final_at IS NULL
           ORDER BY q.id FOR NO KEY UPDATE) locked;

  UPDATE purchase q
     SET sends = 1, provider_ref = item.provider_ref, sent_at = clock_timestamp(), next_check_at = clock_timestamp(),
         order_seen = true, quarantined_at = clock_timestamp(),
         cause = 'quarantined: ' || p_note, cause_code = 'quarantined'
    FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
   WHERE q.id = ANY (v_ids) AND item.id = q.id;

  -- the status stays as it is, so the trigger records nothing
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, cause_code)
  SELECT q.id, q.status, q.status, q.cause, q.cause_code FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id;

  RETURN QUERY SELECT q.* FROM purchase q WHERE q.id = ANY (v_ids);
END $$;

CREATE OR REPLACE FUNCTION account_purchases(
  p_account uuid, p_search text, p_products text[], p_statuses text[], p_from timestamptz, p_to timestamptz,
  p_before_at timestamptz, p_before_id uuid, p_limit integer)
RETURNS SETOF purchase LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_products text[] := coalesce(p_products, '{AIRTIME,DATA,CABLE_TV,ELECTRICITY}');
  v_statuses text[] := coalesce(p_statuses, '{initiated,pending,success,failed,refunded}');
  v_final_statuses text[] :=
    ARRAY(SELECT s FROM unnest(v_statuses) s WHERE s IN ('success', 'failed', 'refunded'));
  v_from timestamptz := coalesce(p_from, '-infinity');
  -- One upper bound: an index is walked from one, and of two it may be the one that lies further off.
  v_to_comes_first boolean := p_to <= p_before_at IS NOT FALSE AND p_to IS NOT NULL;
  v_at timestamptz := coalesce(CASE WHEN v_to_comes_first THEN p_to ELSE p_before_at END, 'infinity');
  v_id uuid := CASE WHEN v_to_comes_first THEN '00000000-0000-0000-0000-000000000000'
                    ELSE coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') END;
BEGIN
  IF p_search IS NULL AND p_products IS NULL AND p_statuses IS NULL THEN
    RETURN QUERY
      SELECT q.* FROM purchase q
       WHERE q.account_id = p_account AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
       ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit;
    RETURN;
  END IF;

  RETURN QUERY
    WITH final AS (
      -- by purchase_final
      SELECT matching.id, matching.created_at
        FROM unnest(v_products) product CROSS JOIN unnest(v_final_statuses) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.account_id = p_account AND q.product_type = product AND q.status = status.status
                AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) matching
       WHERE p_search IS NULL
       UNION ALL
      -- by purchase_final_recipient
      SELECT matching.id, matching.created_at
        FROM unnest(v_products) product CROSS JOIN unnest(v_final_statuses) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.recipient = p_search AND q.account_id = p_account AND q.product_type = product
                AND q.status = status.status AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) matching
       WHERE p_search IS NOT NULL),
    open AS (
      -- by purchase_pending
      (SELECT q.id, q.created_at FROM purchase q
        WHERE q.status = 'pending' AND 'pending' = ANY (v_statuses) AND q.account_id = p_account
          AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
          AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
        ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit)
       UNION ALL
      -- by purchase_unanswered: those of all accounts, from the few seconds that clients wait
      SELECT q.id, q.created_at FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
       WHERE q.status = 'initiated' AND 'initiated' = ANY (v_statuses) AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    named AS (
      -- by purchase_request_ref_key
      SELECT q.id, q.created_at FROM purchase q
       WHERE q.request_ref = p_search COLLATE "C" AND q.recipient <> p_search AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND q.status = ANY (v_statuses)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    page AS (
      SELECT * FROM (SELECT * FROM final UNION ALL SELECT * FROM open UNION ALL SELECT * FROM named) found
       ORDER BY found.created_at DESC, found.id DESC LIMIT p_limit)
    SELECT whole.* FROM page CROSS JOIN LATERAL (SELECT * FROM purchase q WHERE q.id = page.id LIMIT 1) whole
     ORDER BY page.created_at DESC, page.id DESC;
END $$;

CREATE OR REPLACE FUNCTION account_purchase_sums(p_account uuid, p_from timestamptz[], p_to timestamptz[])
RETURNS TABLE (n integer, product_type text, status text, purchases bigint, amount_kobo bigint)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT span.n::integer, product.name, status.name, final.count, final.sum
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
     CROSS JOIN unnest('{AIRTIME,DATA,CABLE_TV,ELECTRICITY}'::text[]) AS product (name)
     CROSS JOIN unnest('{success,failed,refunded}'::text[]) AS status (name)
     CROSS JOIN LATERAL (
           SELECT count(*) AS count, sum(q.amount_kobo)::bigint AS sum FROM purchase q
            WHERE q.account_id = p_account AND q.product_type = product.name AND q.status = status.name
              AND q.final_at IS NOT NULL AND q.created_at >= span.since AND q.created_at < span.until) final
     WHERE final.count > 0
     UNION ALL
    SELECT span.n::integer, open.product_type, open.status, count(*), sum(open.amount_kobo)::bigint
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
      JOIN (SELECT q.product_type, q.status, q.amount_kobo, q.created_at
              FROM purchase q WHERE q.status = 'pending' AND q.account_id = p_account
             UNION ALL
            SELECT q.product_type, q.status, q.amount_kobo, q.created_at
              FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
             WHERE q.status = 'initiated' AND q.account_id = p_account) open
        ON open.created_at >= span.since AND open.created_at < span.until
     GROUP BY 1, 2, 3;
END $$;

CREATE OR REPLACE FUNCTION first_entry_since(p_account uuid, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_low bigint := 0;
  v_high bigint;
  v_middle_at timestamptz;
BEGIN
  SELECT entry.id + 1 INTO v_high FROM ledger_entry entry
   WHERE (entry.account_id, entry.id) > (p_account, 0) AND entry.account_id <= p_account
   ORDER BY entry.account_id DESC, entry.id DESC LIMIT 1;
  WHILE v_low < v_high LOOP
    SELECT entry.created_at INTO v_middle_at FROM ledger_entry entry
     WHERE (entry.account_id, entry.id) >= (p_account, (v_low + v_high) / 2) AND entry.account_id <= p_account
     ORDER BY entry.account_id, entry.id LIMIT 1;
    IF v_middle_at >= p_at THEN
      v_high := (v_low + v_high) / 2;
    ELSE
      v_low := (v_low + v_high) / 2 + 1;
    END IF;
  END LOOP;
  RETURN v_low;
END $$;

CREATE OR REPLACE FUNCTION account_entries(
  p_account uuid, p_kind text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit integer)
RETURNS SETOF ledger_entry LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
  v_low bigint := 0;
  v_high bigint := coalesce(p_before, 9223372036854775807);
BEGIN
  IF p_from IS NOT NULL THEN
    v_low := first_entry_since(p_account, p_from - interval '6 seconds');
  END IF;
  IF p_to IS NOT NULL THEN
    v_high := least(v_high, first_entry_since(p_account, p_to + interval '6 seconds'));
  END IF;
  IF p_kind IS NULL OR p_kind = 'debit' THEN
    RETURN QUERY
      SELECT entry.* FROM ledger_entry entry
       WHERE (entry.account_id, entry.id) >= (p_account, v_low)
         AND (entry.account_id, entry.id) < (p_account, v_high)
         AND entry.created_at >= v_from AND entry.created_at < v_to AND (p_kind IS NULL OR entry.kind = p_kind)
       ORDER BY entry.account_id DESC, entry.id DESC LIMIT p_limit;
  ELSE
    RETURN QUERY
      SELECT entry.* FROM ledger_entry entry
       WHERE (entry.account_id, entry.kind, entry.id) >= (p_account, p_kind, v_low)
         AND (entry.account_id, entry.kind, entry.id) < (p_account, p_kind, v_high)
         AND entry.kind <> 'debit' AND entry.created_at >= v_from AND entry.created_at < v_to
       ORDER BY entry.account_id DESC, entry.kind DESC, entry.id DESC LIMIT p_limit;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION cause_code_of(p_cause text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_cause LIKE 'operator: %' THEN 'operator'
    WHEN p_cause LIKE 'quarantined: %' THEN 'quarantined'
    WHEN p_cause IN ('accepted', 'client_told_pending', 'nobody_answered') THEN p_cause
    WHEN p_cause IS NOT NULL THEN coalesce(
      -- what follows is the provider's own code
      substring(p_cause FROM '^(provider_(?:delivered|rejected|reversed|refused|unreachable|never_had_it))(?:_.*)?$'),
      substring(p_cause FROM '^(start_deadline)(?:_.*)?$'),
      'other')
  END
$$;

CREATE OR REPLACE FUNCTION result_as_released(p_purchase purchase) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_purchase.result || p_purchase.provider_evidence
         || CASE WHEN p_purchase.token_awaited THEN '{"token_awaited": true}'::jsonb ELSE '{}' END
         || CASE WHEN p_purchase.quarantined_at IS NULL THEN '{}'
                 ELSE jsonb_build_object('quarantined', jsonb_build_object('at', p_purchase.quarantined_at)) END
$$;

CREATE OR REPLACE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_evidence_keys text[] := '{provider_transaction_id,answer,mismatch,refused_code,refusal}';
  v_items jsonb;
BEGIN
  SELECT jsonb_agg(
           jsonb_build_object(
             'id', item.id,
             'target_status', item.goal,
             'basis', CASE item.ground WHEN 'refusal' THEN 'rejection_repeated' ELSE item.ground END,
             'cause', item.cause,
             'cause_code', cause_code_of(item.cause),
             'message', item.message,
             'delivered', item.result - v_evidence_keys - 'token_awaited',
             'evidence', (SELECT jsonb_object_agg(fact.key, fact.value) FROM jsonb_each(item.result) fact
                           WHERE fact.key = ANY (v_evidence_keys)),
             'token_awaited', item.result ? 'token_awaited',
             'cost_kobo', item.cost_kobo,
             'next_check_ms', item.next_check_ms,
             'refused_with', item.refused_with,
             'order_seen', item.order_seen,
             'not_found', item.missing,
             'missing_count', item.missing_count,
             'only_if_alone', item.alone,
             'review', item.review)
           ORDER BY item.n)
    INTO v_items
    FROM ROWS FROM (
           jsonb_to_recordset(p_items) AS (
             id uuid, goal text, ground text, cause text, message text, result jsonb, cost_kobo bigint,
             next_check_ms bigint, refused_with text, order_seen boolean, missing boolean, missing_count integer,
             alone boolean, review boolean))
         WITH ORDINALITY AS item (
           id, goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen,
           missing, missing_count, alone, review, n);

  RETURN QUERY
    SELECT settled.n,
           CASE settled.outcome WHEN 'declined' THEN 'refused'
                                WHEN 'repeated' THEN 'again'
                                WHEN 'unknown_purchase' THEN 'missing'
                                ELSE settled.outcome END,
           settled.status, settled.event_id, settled.notification_id
      FROM record_settlements(v_items, p_wait) settled
     ORDER BY settled.n;
END $$;

CREATE OR REPLACE FUNCTION tell_pending(p_id uuid[], p_cause text, p_message text)
RETURNS TABLE (id uuid, status text, event_id uuid) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT marked.id, marked.status, marked.event_id FROM mark_pending(p_id, p_cause, p_message) marked;
END $$;

CREATE OR REPLACE FUNCTION take_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase_as_released LANGUAGE sql VOLATILE AS $$
  SELECT held.id, held.account_id, held.request_ref, held.product_type, held.status, held.amount_kobo, held.cost_kobo,
         held.recipient, held.details, result_as_released(held), held.message, held.description, held.provider,
         held.provider_ref, held.sends, held.claim_token, held.claim_expires_at, held.sent_at, held.checks,
         held.next_check_at, held.window_ends_at, held.refused_with, held.order_seen, held.missing_count,
         held.missing_since, held.needs_review, held.cause, held.created_at, held.final_at, held.provider_order
    FROM hold_due_purchases(p_types, p_limit, p_start, p_hold) held
$$;

CREATE OR REPLACE FUNCTION moved_purchases(p_id uuid[])
RETURNS TABLE (id uuid, status text, message text, cause text, result jsonb)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT q.id, q.status, q.message, q.cause, q.result FROM purchase q
     WHERE q.id = ANY (p_id) AND q.status <> 'initiated';
END $$;

-- ---------------------------------------------------------------------------------------------------------- rights
-- Between this and the next `db:grant` the processes of 0.1.0 call the new functions through the wrappers. Where PUBLIC
-- may not call functions, whoever was granted the old name is granted the new one.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT pair.new_name, acl.grantee::regrole AS role
      FROM (VALUES ('settle_purchases', 'record_settlements'), ('settle_purchases', 'settlement_outcome'),
                   ('settle_purchases', 'cause_code_of'), ('tell_pending', 'mark_pending'),
                   ('hold_due_purchases', 'take_due_purchases'), ('hold_due_purchases', 'result_as_released'),
                   ('moved_purchases', 'moved_purchase_states')) AS pair (old_name, new_name)
      JOIN pg_proc old ON old.proname = pair.old_name AND old.pronamespace = current_schema()::regnamespace
     CROSS JOIN aclexplode(old.proacl) acl
     WHERE acl.privilege_type = 'EXECUTE' AND acl.grantee <> 0
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO %s', granted.new_name, granted.role);
  END LOOP;
END $$;

-- -------------------------------------------------------------------------------------------------- open purchases
-- All that a decision may still be made on: open purchases and those under review, found by their partial indexes.
UPDATE purchase SET
    cause_code = cause_code_of(cause),
    token_awaited = final_at IS NULL AND result ? 'token_awaited',
    quarantined_at = (result -> 'quarantined' ->> 'at')::timestamptz,
    provider_evidence = coalesce((
      SELECT jsonb_object_agg(fact.key, fact.value) FROM jsonb_each(result) fact
       WHERE fact.key IN ('provider_transaction_id', 'answer', 'mismatch', 'refused_code', 'refusal')), '{}'),
    contradicted_by = result -> 'contradicted_by',
    reviewed_at = (result -> 'reviewed' ->> 'at')::timestamptz,
    review_note = result -> 'reviewed' ->> 'note',
    result = result - '{token_awaited,quarantined,contradicted_by,reviewed}'::text[]
                    - '{provider_transaction_id,answer,mismatch,refused_code,refusal}'::text[]
 WHERE id IN (
   SELECT id FROM purchase WHERE window_ends_at IS NOT NULL
    UNION SELECT id FROM purchase WHERE next_check_at IS NOT NULL
    UNION SELECT id FROM purchase WHERE status = 'pending'
    UNION SELECT id FROM purchase WHERE needs_review);

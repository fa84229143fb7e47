-- Records what became of purchases, for a batch: the status, the refund if there is one, the event and the message to
-- the customer, together.
--
-- p_items  array of settlements:
--   id             the purchase
--   target_status  success | failed | refunded | open (still undecided: writes down what was learnt)
--   attempt        the number of the attempt that it speaks of
--   basis          on what it is asked for. Checked under the lock of the purchase, by settlement_outcome:
--     answer              the answer to the send itself
--     requery             what the provider says of it
--     not_found           the provider does not know it; missing_count is the count that the decision was made on
--     rejection_repeated  a requery confirms the rejection; only_if_alone when it looked like a duplicate
--     never_sent          nobody sent it
--     operator            an operator says so
--   cause, cause_code       the reason, as operators read it and as code
--   message                 for the client; also the text of the event
--   delivered               what the customer got: tokens, units, charges, customer_name, address
--   evidence                what the provider said of its attempt
--   cost_kobo               what the provider charges
--   token_awaited           delivered, but the token has not come (open)
--   next_check_ms           when to ask again (open); NULL: never by itself
--   refused_with            the code of a rejection that has to be confirmed (open)
--   order_seen              the provider has the order
--   not_found               the provider does not know it: counts, unless the send may still arrive (open)
--   review                  an operator has to look at it
--   event_id                under which its event is written, if it has one
-- p_wait   false: do not wait for a wallet that somebody else has locked; its items answer `busy`
--
-- Returns one row for each item, in the order given: the outcome (settlement_outcome says which and why), the status as
-- it is now, and the ids of the event and of the message to the customer that were written along. `delivery` is always
-- NULL: workers of the last release read it. A contradiction keeps the status, notes what contradicts it and asks for a
-- review; what is unsent then is not sent any more. `declined` changes nothing.
-- A synchronous product whose own answer leaves it undecided moves to `pending` here: its client is answered with it at
-- once.
-- Locks the wallets of possible refunds by account id, then the purchases by id. A success locks no wallet.
-- Called by worker and API (settle-purchase.ts), and by settle_by_operator.
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
         array_agg(decided.outcome = 'settled' AND decided.events <> '{}'
                   AND EXISTS (SELECT 1 FROM account
                                WHERE account.id = decided.account_id
                                  AND (account.webhook_url IS NOT NULL OR account.mode = 'test'))),
         array_agg(decided.outcome = 'settled' AND decided.target_status = 'success'
                   AND decided.delivers_token AND decided.provider <> 'simulator')
    INTO v_outcomes, v_rows, v_in_flight, v_marks_pending, v_statuses, v_emits_event, v_sends_token
    FROM (
      SELECT judged.*,
             judged.outcome = 'kept' AND judged.basis = 'answer' AND judged.status = 'initiated'
             AND judged.is_synchronous AS marks_pending
        FROM (
          SELECT item.target_status, item.basis, found.row_at, found.status, found.account_id, found.provider,
                 found.in_flight, found.is_synchronous, found.events, found.delivers_token,
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
                   SELECT q.id, q.status, q.sends, q.account_id, q.provider, q.recipient, q.missing_count,
                          q.order_seen, q.token_awaited, q.attempt, q.contradicted_by IS NOT NULL AS contradicted,
                          q.ctid AS row_at,
                          coalesce(q.claim_expires_at > clock_timestamp(), false) AS in_flight,
                          product.is_synchronous, product.events, product.delivers_token
                     FROM purchase q JOIN product ON product.name = q.product_type
                    WHERE q.id = item.id LIMIT 1) found ON true
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

  -- 6. Write the events, and the tokens to be sent by SMS.
  IF true = ANY (v_emits_event) THEN
    WITH written AS (
      INSERT INTO webhook_event (id, account_id, purchase_id, event, status, details)
      SELECT coalesce(item.event_id, gen_random_uuid()), settled.account_id, settled.id,
             lower(settled.product_type) || '.purchase.' || client.status, client.status, item.message
        FROM ROWS FROM (
               jsonb_to_recordset(p_items) AS (id uuid, message text, event_id uuid),
               unnest(v_emits_event), unnest(v_statuses))
             WITH ORDINALITY AS item (id, message, event_id, emits_event, status, n)
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
    SELECT item.n::integer, item.outcome, item.status, item.event_id, item.notification_id, NULL::jsonb
      FROM unnest(v_outcomes, v_statuses, v_event_ids, v_notification_ids)
           WITH ORDINALITY AS item (outcome, status, event_id, notification_id, n)
     ORDER BY item.n;
END $$;

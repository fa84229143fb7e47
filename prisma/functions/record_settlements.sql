-- Records status, refund, event and message of purchases together, for a batch. A purchase has a refund if its money
-- goes back; the message is for its customer.
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
--   next_check_ms           when to ask again (open); NULL: never automatically
--   refused_with            the code of a rejection that has to be confirmed (open)
--   order_seen              the provider has the order
--   not_found               the provider does not know it: counts, unless the send may still arrive (open)
--   review                  an operator has to look at it
--   event_id                under which its event is written, if it has one
-- p_wait   false: do not wait for a wallet that somebody else has locked; its items answer `busy`
--
-- Locks the wallets of possible refunds by account id, then the purchases by id. A success locks no wallet.
-- Returns one row for each item, in the order given: the outcome (settlement_outcome says which and why), the status as
-- it is now, and the ids of the event and of the message to the customer that were written along. `delivery` is always
-- NULL: workers of the last release read it. Only `settled`, `kept` and `contradiction` change anything.
CREATE OR REPLACE FUNCTION record_settlements(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid, delivery jsonb)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_ids uuid[];
  v_refund_ids uuid[];           -- of possible refunds
  v_locked_accounts uuid[];
  v_settlements settlement[];    -- in the order given
  v_outcomes text[];             -- of them
BEGIN
  SELECT array_agg(item.id), array_agg(item.id) FILTER (WHERE item.target_status IN ('failed', 'refunded'))
    INTO v_ids, v_refund_ids
    FROM jsonb_to_recordset(p_items) AS item (id uuid, target_status text);

  -- 1. Lock. The account of a purchase never changes, so it is read unlocked.
  IF v_refund_ids IS NOT NULL THEN
    SELECT array_agg(locked.account_id) INTO v_locked_accounts
      FROM lock_wallets(ARRAY(SELECT DISTINCT q.account_id FROM purchase q
                               WHERE q.id = ANY (v_refund_ids) AND q.final_at IS NULL), p_wait) locked;
  END IF;
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (v_ids) ORDER BY q.id FOR NO KEY UPDATE) locked;

  -- 2. Decide. The snapshot is younger than the locks.
  SELECT array_agg(judged), array_agg(judged.outcome) INTO v_settlements, v_outcomes
    FROM judge_settlements(p_items, coalesce(v_locked_accounts, '{}')) judged;

  -- 3. Write. The rows are locked, so each is still where step 2 read it: one lookup for each, whatever the statistics
  --    say.
  IF 'settled' = ANY (v_outcomes) THEN
    UPDATE purchase AS q SET
        status = item.status, final_at = clock_timestamp(), cause = item.cause, cause_code = item.cause_code,
        message = item.message, result = q.result || coalesce(item.delivered, '{}'),
        provider_evidence = q.provider_evidence || coalesce(item.evidence, '{}'),
        cost_kobo = coalesce(item.cost_kobo, q.cost_kobo), token_awaited = false,
        order_seen = q.order_seen OR coalesce(item.order_seen, false),
        checks = q.checks + (item.basis IN ('requery', 'not_found', 'rejection_repeated'))::integer,
        missing_count = q.missing_count + item.not_found::integer,
        missing_since = CASE WHEN item.not_found THEN coalesce(q.missing_since, clock_timestamp())
                             ELSE q.missing_since END,
        needs_review = item.basis <> 'operator' AND (q.needs_review OR coalesce(item.review, false)),
        claim_token = NULL, claim_expires_at = NULL, next_check_at = NULL, window_ends_at = NULL
      FROM unnest(v_settlements) AS item WHERE item.outcome = 'settled' AND q.ctid = item.row_at;
  END IF;
  -- What stays open keeps what was learnt. Where it moves to pending, its client is told so now.
  IF 'kept' = ANY (v_outcomes) THEN
    UPDATE purchase AS q SET
        status = item.status,
        cause = CASE WHEN item.status = q.status THEN q.cause ELSE 'client_told_pending' END,
        cause_code = CASE WHEN item.status = q.status THEN q.cause_code ELSE 'client_told_pending' END,
        window_ends_at = CASE WHEN item.status = q.status THEN q.window_ends_at END,
        result = q.result || coalesce(item.delivered, '{}'),
        provider_evidence = q.provider_evidence || coalesce(item.evidence, '{}'),
        token_awaited = q.token_awaited OR coalesce(item.token_awaited, false),
        claim_token = NULL, claim_expires_at = CASE WHEN item.basis <> 'answer' THEN q.claim_expires_at END,
        checks = q.checks + (item.basis = 'requery')::integer,
        next_check_at = clock_timestamp() + item.next_check_ms * interval '1 millisecond',
        refused_with = coalesce(item.refused_with, q.refused_with),
        order_seen = q.order_seen OR coalesce(item.order_seen, false),
        missing_count = q.missing_count + item.not_found::integer,
        missing_since = CASE WHEN item.not_found THEN coalesce(q.missing_since, clock_timestamp())
                             ELSE q.missing_since END,
        needs_review = q.needs_review OR coalesce(item.review, false)
      FROM unnest(v_settlements) AS item WHERE item.outcome = 'kept' AND q.ctid = item.row_at;
  END IF;
  -- A contradiction keeps the status and asks for a review. What is unsent then is not sent any more.
  IF 'contradiction' = ANY (v_outcomes) THEN
    UPDATE purchase AS q SET
        contradicted_by = jsonb_build_object(
            'goal', item.target_status, 'attempt', item.attempt, 'at', clock_timestamp(),
            'cause', coalesce(item.cause, item.evidence ->> 'answer'),
            'since', CASE WHEN q.contradicted_by ->> 'goal' = item.target_status
                          THEN coalesce(q.contradicted_by -> 'since', q.contradicted_by -> 'at')
                          ELSE to_jsonb(clock_timestamp()) END)
          || coalesce(item.delivered, '{}') || coalesce(item.evidence, '{}'),
        next_check_at = CASE WHEN q.sends = 1 THEN q.next_check_at END,
        order_seen = q.order_seen OR coalesce(item.order_seen, false), needs_review = true
      FROM unnest(v_settlements) AS item WHERE item.outcome = 'contradiction' AND q.ctid = item.row_at;
    UPDATE closed_attempt c SET contradicted_at = coalesce(c.contradicted_at, clock_timestamp())
      FROM unnest(v_settlements) AS item
     WHERE item.outcome = 'contradiction' AND c.purchase_id = item.id AND c.number = item.attempt;
  END IF;
  IF v_locked_accounts IS NOT NULL AND 'settled' = ANY (v_outcomes) THEN
    PERFORM refund_settled(ARRAY(SELECT item FROM unnest(v_settlements) AS item
                                  WHERE item.outcome = 'settled' AND item.status IN ('failed', 'refunded')));
  END IF;

  RETURN QUERY
    WITH written AS MATERIALIZED (SELECT * FROM write_settled_events(v_settlements))
    SELECT item.ordinality::integer, item.outcome, item.status, e.event_id, m.notification_id, NULL::jsonb
      FROM unnest(v_settlements) WITH ORDINALITY AS item
      LEFT JOIN written e ON e.purchase_id = item.id AND item.emits_event AND e.event_id IS NOT NULL
      LEFT JOIN written m ON m.purchase_id = item.id AND item.sends_token AND m.notification_id IS NOT NULL
     ORDER BY item.ordinality;
END $$;

-- Closes attempts that provably gave no value, and opens the next ones. The next attempt of a purchase is with another
-- provider. Nothing else opens one.
--
-- p_items       array of:
--   id            the purchase
--   attempt       the number of the attempt that the caller judged
--   outcome       how it ends: not_sent | refused | confirmed_failed | never_received
--   basis         on what, as record_settlements takes it: never_sent | answer | requery | not_found. What may not be
--                 refunded on that basis may not be tried elsewhere either (settlement_outcome)
--   missing_count of `not_found`: the count that it was decided on
--   evidence      what the provider said of the attempt
--   provider, provider_order, decision   of the next attempt
-- p_least_left  how much of the client's window must be left
-- p_start       when the sweeper may take the next attempt up
--
-- Returns one row for each item, in the order given: whether its next attempt is open. Of several items for one
-- purchase one opens it, and all of them answer true. False, and nothing changed, when the client has its answer
-- already or soon, when it was the third attempt, when the provider was tried before, when somebody else was quicker,
-- or when anything speaks against the proof: an operator looks at it, it was quarantined, or the provider has shown the
-- order.
-- The row of the purchase is its current attempt, so at most one is open; the closed ones are in closed_attempt.
-- Locks the purchases by id.
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

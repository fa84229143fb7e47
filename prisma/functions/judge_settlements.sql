-- Decides what becomes of each settlement of a batch. It says for each item, in the order given, what its caller asks
-- for and, by settlement_outcome, what becomes of it. It changes nothing. The caller has locked the purchases, and the
-- wallets of p_locked_accounts. p_items: as record_settlements takes them.
--
-- Of what it fills in:
--   outcome        as settlement_outcome says it
--   status         of the purchase from now on. A synchronous product whose own answer leaves it undecided moves to
--                  `pending`, and its client gets that status at once
--   row_at         where the row of the purchase is
--   not_found      from here on: whether it counts. While the send may still arrive, it proves nothing
--   emits_event    its product has an event for this, and somebody can hear it: at a webhook URL, or in test mode
--   sends_token    its customer is sent the token, if there is one
CREATE OR REPLACE FUNCTION judge_settlements(p_items jsonb, p_locked_accounts uuid[]) RETURNS SETOF settlement
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN QUERY
    SELECT judged.id, judged.attempt, judged.basis, judged.target_status, judged.cause, judged.cause_code,
           judged.message, judged.delivered, judged.evidence, judged.token_awaited, judged.cost_kobo,
           judged.next_check_ms, judged.refused_with, judged.order_seen,
           (judged.becomes = 'kept' AND judged.not_found AND NOT judged.in_flight
            OR judged.becomes = 'settled' AND judged.basis = 'not_found') IS TRUE,
           judged.missing_count, judged.only_if_alone, judged.review, judged.event_id,
           judged.becomes,
           CASE WHEN judged.becomes = 'settled' THEN judged.target_status
                WHEN judged.becomes = 'kept' AND judged.basis = 'answer' AND judged.was = 'initiated'
                     AND product.is_synchronous THEN 'pending'
                ELSE judged.was END,
           judged.found_at, judged.found_account, judged.found_ref, judged.found_product, judged.found_amount,
           judged.becomes = 'settled' AND product.events <> '{}'
           AND EXISTS (SELECT FROM account
                        WHERE account.id = judged.found_account
                          AND (account.webhook_url IS NOT NULL OR account.mode = 'test')),
           judged.becomes = 'settled' AND judged.target_status = 'success' AND product.delivers_token
           AND judged.found_provider <> 'simulator'
      FROM (
        SELECT item.*, found.*,
               settlement_outcome(
                 p_target_status => item.target_status,
                 p_basis => item.basis,
                 p_is_repeat => item.ordinality > min(item.ordinality) OVER (PARTITION BY item.id),
                 p_status => found.was,
                 -- what a closed attempt may have delivered after all is never taken for unsent
                 p_sends => CASE WHEN found.contradicted THEN 1::smallint ELSE found.sends END,
                 p_in_flight => found.in_flight,
                 p_not_found_stale => found.found_missing <> item.missing_count OR found.found_seen,
                 p_rival_open => item.only_if_alone AND EXISTS (
                   SELECT 1 FROM purchase rival
                    WHERE rival.recipient = found.recipient AND rival.id <> item.id
                      AND rival.final_at IS NULL AND rival.sends = 1 AND rival.refused_with IS NULL),
                 p_delivered => found.found_awaited OR found.contradicted,
                 p_wallet_locked => found.found_account = ANY (p_locked_accounts),
                 p_attempt_closed => item.attempt <> found.found_attempt,
                 p_order_seen => item.order_seen) AS becomes
          FROM jsonb_populate_recordset(NULL::settlement, p_items) WITH ORDINALITY AS item
          LEFT JOIN LATERAL (
                 SELECT q.ctid AS found_at, q.status AS was, q.sends, q.account_id AS found_account,
                        q.request_ref::text AS found_ref, q.product_type AS found_product,
                        q.amount_kobo AS found_amount,
                        q.provider AS found_provider, q.recipient, q.missing_count AS found_missing,
                        q.order_seen AS found_seen, q.token_awaited AS found_awaited, q.attempt AS found_attempt,
                        q.contradicted_by IS NOT NULL AS contradicted,
                        coalesce(q.claim_expires_at > clock_timestamp(), false) AS in_flight
                   FROM purchase q WHERE q.id = item.id LIMIT 1) found ON true
         ORDER BY item.ordinality) judged
      LEFT JOIN product ON product.name = judged.found_product
     ORDER BY judged.ordinality;
END $$;

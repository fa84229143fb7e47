-- hold_due_purchases for version 0.1.0, which reads every column by `SELECT *` and some facts as keys of `result`.
--
-- Returns the columns of `purchase` as they were then (type purchase_as_released): when this function is replaced, a
-- prepared `SELECT *` is planned again, and with one column more fails with "cached plan must not change result type".
-- It leaves out what another than VTpass serves, because that version would ask VTpass.
-- Half of the limit goes to purchases to be sent, half to those to be requeried.
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

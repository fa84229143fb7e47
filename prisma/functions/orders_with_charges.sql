-- Returns the orders of a batch, each with its charge and what it would lose. p_items: as accept_purchases takes them.
-- The orders are in the order given.
--
-- charge_kobo   the amount, less the discount of the account's tier on the service, rounded down to whole kobo
-- discount_bps  NULL when it saves nothing
-- loss_kobo     by how much the order costs more than its charge; 0 where losing is not allowed, and in test mode.
--               NULL: there is no such data plan, it costs the account more, or it may not be sold at the amount
CREATE OR REPLACE FUNCTION orders_with_charges(p_items jsonb)
RETURNS TABLE (
  id uuid, account_id uuid, key_id uuid, request_ref text, charge_kobo bigint, discount_bps integer, loss_kobo bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT item.id, item.account_id, item.key_id, item.request_ref, item.amount_kobo - coalesce(own.saved_kobo, 0),
           CASE WHEN own.saved_kobo > 0 THEN own.bps END,
           CASE WHEN item.product_type = 'DATA' THEN terms.loss_kobo ELSE coalesce(own.loss_kobo, 0) END
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS (
             id uuid, account_id uuid, key_id uuid, request_ref text, amount_kobo bigint, product_type text,
             provider_order jsonb)) WITH ORDINALITY AS item (
             id, account_id, key_id, request_ref, amount_kobo, product_type, provider_order, n)
      LEFT JOIN LATERAL (
             SELECT CASE WHEN plan.live THEN greatest(plan.cost_kobo - item.amount_kobo, 0) ELSE 0 END AS loss_kobo
               FROM plan_terms(item.account_id, item.provider_order) plan
              WHERE item.product_type = 'DATA' AND item.amount_kobo >= plan.price_kobo
                AND (item.amount_kobo >= plan.cost_kobo OR plan.may_lose)
              LIMIT 1) terms ON true
      LEFT JOIN LATERAL (
             SELECT d.bps, item.amount_kobo * d.bps / 10000 AS saved_kobo,
                    CASE WHEN d.below_cost_allowed AND a.mode = 'live'
                         THEN greatest((item.amount_kobo * d.cost_bps + 9999) / 10000
                                       - item.amount_kobo + item.amount_kobo * d.bps / 10000, 0) END AS loss_kobo
               FROM account a JOIN discount d ON d.tier_id = a.tier_id
              WHERE item.product_type <> 'DATA' AND a.id = item.account_id
                AND d.product_type = item.product_type AND d.service = item.provider_order ->> 'serviceId'
              LIMIT 1) own ON true
     ORDER BY item.n;
END $$;

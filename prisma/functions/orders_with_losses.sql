-- Returns the orders of a batch, each with what it would lose. p_items: as accept_purchases takes them. The orders are
-- in the order given.
--
-- loss_kobo  by how much a data plan costs more than the amount; 0 for any other product, and in test mode. NULL: there
--            is no such plan, it costs the account more than the amount, or it may not be sold at it
CREATE OR REPLACE FUNCTION orders_with_losses(p_items jsonb)
RETURNS TABLE (id uuid, account_id uuid, key_id uuid, request_ref text, amount_kobo bigint, loss_kobo bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT item.id, item.account_id, item.key_id, item.request_ref, item.amount_kobo,
           CASE WHEN item.product_type = 'DATA' THEN terms.loss_kobo ELSE 0 END
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
     ORDER BY item.n;
END $$;

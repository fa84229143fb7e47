-- Returns what an account pays for a data plan, and what it costs. No row: there is no such plan. p_order: the
-- provider's part of the order, with the codes of the owner of the catalogue.
--
-- `below_cost_allowed`: an operator allowed its tier prices below cost; `may_lose`: the plan may be sold at this one.
-- A plain query, so that the planner puts it in place of the call. Not for roles.
CREATE OR REPLACE FUNCTION plan_terms(p_account uuid, p_order jsonb)
RETURNS TABLE (
  data_plan_id integer, tier_id integer, live boolean, price_kobo bigint, cost_kobo bigint, below_cost_allowed boolean,
  may_lose boolean)
LANGUAGE sql STABLE AS $$
  SELECT p.id, a.tier_id, a.mode = 'live',
         tier_price(p.cost_kobo, own.price_kobo, own.markup_bps, t.markup_bps),
         p.cost_kobo, coalesce(own.below_cost_allowed, false),
         may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo)
    FROM account a
    JOIN tier t ON t.id = a.tier_id
    JOIN data_plan p ON p.provider_service = p_order ->> 'serviceId' AND p.provider_code = p_order ->> 'variationCode'
    LEFT JOIN plan_price own ON own.tier_id = a.tier_id AND own.data_plan_id = p.id
   WHERE a.id = p_account
$$;

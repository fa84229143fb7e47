-- Says whether a plan may be sold at a price below its cost. Selling below cost must be allowed to the tier, and the
-- sale must lose at most 10 % of the cost, or a second operator must have approved it at this cost or a higher one.
-- It is a plain expression, so that the planner puts it in place of the call.
CREATE OR REPLACE FUNCTION may_sell_below(
  p_price_kobo bigint, p_cost_kobo bigint, p_below_cost_allowed boolean, p_approved_cost_kobo bigint)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_below_cost_allowed, false)
         AND (p_price_kobo >= p_cost_kobo - p_cost_kobo / 10 OR p_cost_kobo <= coalesce(p_approved_cost_kobo, 0))
$$;

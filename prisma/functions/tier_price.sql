-- Computes what a tier pays for a data plan. That is its own price, or the cost and its markup, rounded up to whole
-- kobo. A markup for the plan comes before the tier's. It is a plain expression, so that the planner puts it in place
-- of the call.
CREATE OR REPLACE FUNCTION tier_price(
  p_cost_kobo bigint, p_own_price_kobo bigint, p_own_markup_bps integer, p_tier_markup_bps integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_own_price_kobo,
                  (p_cost_kobo * (10000 + coalesce(p_own_markup_bps, p_tier_markup_bps)) + 9999) / 10000)
$$;

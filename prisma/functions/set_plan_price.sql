-- Sets what a tier pays for a plan. It replaces an earlier price of the tier.
--
-- p_price_kobo, p_markup_bps  one of them: the exact price, or what is added to the cost
-- p_below_cost_allowed        an exact price may be below cost, now or later: up to 10 % of the cost, or, with an
--                             approval, up to the cost of now (may_sell_below)
-- p_actor, p_approval         as in fund_wallet. Each permission to sell below cost counts the daily loss cap on the
--                             actor's cap
--
-- Returns one row. Outcomes:
--   set            done
--   below_cost     the price is below cost, and that is not allowed
--   no_such_price  there is no such tier or plan
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded, and bound_kobo: see judge_step. A price that
--                  loses more than 10 % of the cost always needs an approval, which is for exactly this cost
-- Locks the actor's day, then the holds (mark_plans_below_cost).
CREATE OR REPLACE FUNCTION set_plan_price(
  p_tier text, p_plan text, p_price_kobo bigint, p_markup_bps integer, p_below_cost_allowed boolean, p_actor text,
  p_approval uuid)
RETURNS TABLE (outcome text, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_may_lose boolean := p_below_cost_allowed AND p_price_kobo IS NOT NULL;
  v_tier integer;
  v_plan integer;
  v_cost_kobo bigint;
  v_large boolean;
  v_counted_kobo bigint;
BEGIN
  SELECT t.id, p.id, p.cost_kobo INTO v_tier, v_plan, v_cost_kobo
    FROM tier t CROSS JOIN data_plan p WHERE t.name = p_tier AND p.plan_id = p_plan;
  IF NOT FOUND THEN
    outcome := 'no_such_price';
  ELSIF p_price_kobo < v_cost_kobo AND NOT v_may_lose THEN
    outcome := 'below_cost';
  ELSIF v_may_lose THEN
    v_large := p_price_kobo < v_cost_kobo AND NOT may_sell_below(p_price_kobo, v_cost_kobo, true, NULL);
    SELECT c.daily_loss_cap_kobo INTO v_counted_kobo FROM catalogue_state c;
    SELECT judged.refusal, judged.bound_kobo INTO outcome, bound_kobo
      FROM judge_step(
             'price',
             jsonb_build_object('tier', p_tier, 'plan_id', p_plan, 'price_kobo', p_price_kobo::text,
                                'cost_kobo', v_cost_kobo::text),
             CASE WHEN v_large THEN NULL ELSE 0 END, v_counted_kobo, p_actor, p_approval) judged;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  INSERT INTO plan_price (tier_id, data_plan_id, price_kobo, markup_bps, below_cost_allowed, approved_cost_kobo)
  VALUES (v_tier, v_plan, p_price_kobo, p_markup_bps, v_may_lose, CASE WHEN v_large THEN v_cost_kobo END)
  ON CONFLICT (tier_id, data_plan_id) DO UPDATE
    SET price_kobo = excluded.price_kobo, markup_bps = excluded.markup_bps,
        below_cost_allowed = excluded.below_cost_allowed, approved_cost_kobo = excluded.approved_cost_kobo,
        updated_at = now();
  IF v_may_lose AND v_counted_kobo > 0 THEN
    INSERT INTO cap_use (actor, day, amount_kobo, approval_id)
    VALUES (p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, v_counted_kobo, p_approval);
  END IF;
  PERFORM mark_plans_below_cost('price');
  RETURN QUERY SELECT 'set', NULL::bigint;
END $$;

-- Sets what a tier saves on a service. It replaces an earlier discount of the tier on it.
--
-- p_bps                 hundredths of a percent of the face value
-- p_below_cost_allowed  it may exceed the least commission of a provider in the last 30 days, now or later
-- p_actor, p_approval   as in fund_wallet. Each permission to sell below cost counts the daily loss cap on the actor's
--                       cap
--
-- Returns one row. Outcomes:
--   set           done
--   below_cost    the discount exceeds the commission, and that is not allowed
--   no_such_tier  there is none
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded, and bound_kobo: see judge_step. A discount that
--                 loses more than 10 % of the cost (may_sell_below) always needs an approval
-- cost_bps: service_cost_bps.
-- Locks the actor's day.
CREATE OR REPLACE FUNCTION set_discount(
  p_tier text, p_product text, p_service text, p_bps integer, p_below_cost_allowed boolean, p_actor text,
  p_approval uuid)
RETURNS TABLE (outcome text, bound_kobo bigint, cost_bps integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_tier integer := (SELECT t.id FROM tier t WHERE t.name = p_tier);
  v_counted_kobo bigint;
BEGIN
  cost_bps := service_cost_bps(p_product, p_service);
  IF v_tier IS NULL THEN
    outcome := 'no_such_tier';
  ELSIF 10000 - p_bps < cost_bps AND NOT p_below_cost_allowed THEN
    outcome := 'below_cost';
  ELSIF p_below_cost_allowed THEN
    SELECT c.daily_loss_cap_kobo INTO v_counted_kobo FROM catalogue_state c;
    SELECT judged.refusal, judged.bound_kobo INTO outcome, bound_kobo
      FROM judge_step(
             'discount',
             jsonb_build_object('tier', p_tier, 'product_type', p_product, 'service', p_service, 'bps', p_bps),
             CASE WHEN may_sell_below(10000 - p_bps, cost_bps, true, NULL) THEN 0 END, v_counted_kobo, p_actor, p_approval) judged;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  INSERT INTO discount (tier_id, product_type, service, bps, cost_bps, below_cost_allowed)
  VALUES (v_tier, p_product, p_service, p_bps, cost_bps, p_below_cost_allowed)
  ON CONFLICT (tier_id, product_type, service) DO UPDATE
    SET bps = excluded.bps, cost_bps = excluded.cost_bps, below_cost_allowed = excluded.below_cost_allowed,
        updated_at = now();
  IF p_below_cost_allowed AND v_counted_kobo > 0 THEN
    INSERT INTO cap_use (actor, day, amount_kobo, approval_id)
    VALUES (p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, v_counted_kobo, p_approval);
  END IF;
  outcome := 'set';
  RETURN NEXT;
END $$;

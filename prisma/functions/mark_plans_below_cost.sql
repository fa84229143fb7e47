-- Begins and ends the sales holds of plans whose price is below cost. Then the holds equal the catalogue.
-- `cost_above_price`: one for each exact price of a tier that is below the cost of a plan on sale, unless selling at
-- that price is allowed there (may_sell_below). Such a plan is out of sale in any case, because every reader compares
-- the two; the hold is what operators see of it.
-- `loss_cap`: while one lasts, what falls below cost with permission is held too, except what an operator has sold
-- again since the cap was reached (resume_plan). It ends for a plan that loses no more: its price or cost has changed,
-- or it has no permission now. The sum of the day stays.
--
-- p_how  what has changed, as the end of a hold names it: price | catalogue
--
-- It runs with the owner's rights, because nobody may write a hold by hand.
-- Locks the advisory lock of the holds until the transaction ends: call it last. Settlements do not need that lock. It
-- begins holds before it ends some, in the order of record_loss, so that the two never wait for each other.
CREATE OR REPLACE FUNCTION mark_plans_below_cost(p_how text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('plan_stop'::regclass::integer, 0);
  PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap', reached.facts, reached.until)
     FROM (SELECT s.facts, s.until FROM plan_stop s
            WHERE s.reason = 'loss_cap' AND s.cleared_at IS NULL AND s.until > clock_timestamp()
            ORDER BY s.since LIMIT 1) reached
    CROSS JOIN plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE p.is_active AND p.plan_id IS NOT NULL AND own.below_cost_allowed AND own.price_kobo < p.cost_kobo
      AND NOT EXISTS (
        SELECT FROM plan_stop resumed
         WHERE resumed.data_plan_id = own.data_plan_id AND resumed.tier_id = own.tier_id
           AND resumed.reason = 'loss_cap' AND resumed.cleared_how = 'operator' AND resumed.until = reached.until)
    ORDER BY own.data_plan_id, own.tier_id;
  UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = p_how
   WHERE s.reason = 'loss_cap' AND s.cleared_at IS NULL AND s.until > clock_timestamp()
     AND NOT EXISTS (
       SELECT FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
        WHERE own.data_plan_id = s.data_plan_id AND own.tier_id = s.tier_id AND own.below_cost_allowed
          AND (own.price_kobo < p.cost_kobo OR greatest(own.updated_at, p.updated_at) <= s.since));
  UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = p_how
   WHERE s.reason = 'cost_above_price' AND s.cleared_at IS NULL
     AND NOT EXISTS (
       SELECT FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
        WHERE own.data_plan_id = s.data_plan_id AND own.tier_id = s.tier_id
          AND p.is_active AND p.plan_id IS NOT NULL
          AND own.price_kobo < p.cost_kobo
          AND NOT may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo));
  PERFORM stop_plan(p.id, own.tier_id, 'cost_above_price',
                    jsonb_build_object('price', to_char(own.price_kobo / 100.0, 'FM999999999990.00'),
                                       'cost', to_char(p.cost_kobo / 100.0, 'FM999999999990.00')),
                    NULL)
     FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE p.is_active AND p.plan_id IS NOT NULL
      AND own.price_kobo < p.cost_kobo
      AND NOT may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo);
END $$;

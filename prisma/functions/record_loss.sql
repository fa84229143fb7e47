-- Records a sale at a loss, and holds what must not be sold on. Trigger function of purchase_was_a_loss, in the
-- transaction that records the end of a purchase. The sale cost more than its price; other sales pay one comparison.
--
-- A data plan is on hold in all tiers, until an operator looks, when it would lose again: the catalogue does not know
-- this cost, and what the tier pays now is below it. A sale from before a correction holds nothing.
--
-- Where selling it below cost is allowed to the tier of the account, by a price or by a discount, the accept has
-- reserved the loss: here it becomes what the sale has cost, or is given back when the purchase failed. Without a
-- reservation (the cost rose after the accept) it counts from now on. A loss counts on the day in Lagos of its
-- reservation.
--
-- What was sold by another provider than the owner of the catalogue (`elsewhere` in the decision) holds nothing: the
-- catalogue knows the cost of the owner only. It counts for that sum only as far as it was reserved.
--
-- It runs with the owner's rights, because nobody may write a loss or a hold by hand.
-- Locks nothing for a sale that was not allowed, except a hold that another transaction is beginning. For an allowed
-- one it locks the advisory lock of the losses until the transaction ends, so that no two miss each other in the sum.
CREATE OR REPLACE FUNCTION record_loss() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz := clock_timestamp();
  v_today date := (v_at AT TIME ZONE 'Africa/Lagos')::date;
  v_lost_kobo bigint := NEW.cost_kobo - NEW.amount_kobo;
  v_elsewhere boolean := coalesce((NEW.decision ->> 'elsewhere')::boolean, false);
  v_tier integer;
  v_plan integer;
  v_allowed boolean;
  v_loses_again boolean;
  v_reserved loss;
BEGIN
  IF NEW.expected_loss_kobo IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
    -- an unknown cost is taken for the expected one
    v_lost_kobo := CASE WHEN NEW.status = 'success'
                        THEN greatest(coalesce(v_lost_kobo, NEW.expected_loss_kobo), 0) ELSE 0 END;
    SELECT * INTO v_reserved FROM loss WHERE purchase_id = NEW.id;
    IF v_lost_kobo > 0 THEN
      UPDATE loss SET cost_kobo = price_kobo + v_lost_kobo WHERE purchase_id = NEW.id;
    ELSE
      DELETE FROM loss WHERE purchase_id = NEW.id;
    END IF;
    UPDATE loss_day
       SET lost_kobo = lost_kobo + v_lost_kobo, counted_kobo = counted_kobo + v_lost_kobo - NEW.expected_loss_kobo
     WHERE day = (v_reserved.at AT TIME ZONE 'Africa/Lagos')::date
       AND data_plan_id = coalesce(v_reserved.data_plan_id, 0) AND tier_id = v_reserved.tier_id;
    IF v_lost_kobo > 0 THEN
      PERFORM stop_at_loss_cap(v_reserved.data_plan_id, v_reserved.tier_id);
    END IF;
    RETURN NULL;
  END IF;

  SELECT a.tier_id INTO v_tier FROM account a WHERE a.id = NEW.account_id;
  IF NEW.product_type = 'DATA' THEN
    SELECT plan.data_plan_id, plan.below_cost_allowed,
           plan.cost_kobo < NEW.cost_kobo AND plan.price_kobo < NEW.cost_kobo
      INTO v_plan, v_allowed, v_loses_again
      FROM plan_terms(NEW.account_id, NEW.provider_order) plan;
  ELSE
    SELECT CASE WHEN d.below_cost_allowed THEN 0 END, d.below_cost_allowed INTO v_plan, v_allowed
      FROM discount d
     WHERE d.tier_id = v_tier AND d.product_type = NEW.product_type AND d.service = NEW.provider_order ->> 'serviceId';
  END IF;
  INSERT INTO loss (purchase_id, product_type, data_plan_id, tier_id, price_kobo, cost_kobo, allowed, at)
  VALUES (NEW.id, NEW.product_type, nullif(v_plan, 0), v_tier, NEW.amount_kobo, NEW.cost_kobo,
          coalesce(v_allowed AND NOT v_elsewhere, false), v_at)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND OR v_plan IS NULL OR v_elsewhere THEN
    RETURN NULL;
  END IF;
  IF NOT v_allowed THEN
    IF v_loses_again THEN
      PERFORM stop_plan(v_plan, NULL, 'sold_below_cost',
                        jsonb_build_object('reference', NEW.request_ref,
                                           'price', to_char(NEW.amount_kobo / 100.0, 'FM999999999990.00'),
                                           'cost', to_char(NEW.cost_kobo / 100.0, 'FM999999999990.00')),
                        NULL);
    END IF;
    RETURN NULL;
  END IF;

  PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  INSERT INTO loss_day AS d (day, data_plan_id, tier_id, lost_kobo, counted_kobo)
  VALUES (v_today, v_plan, v_tier, v_lost_kobo, v_lost_kobo)
  ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE
    SET lost_kobo = d.lost_kobo + excluded.lost_kobo, counted_kobo = d.counted_kobo + excluded.counted_kobo;
  PERFORM stop_at_loss_cap(v_plan, v_tier);
  RETURN NULL;
END $$;

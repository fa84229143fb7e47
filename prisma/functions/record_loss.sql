-- Keeps a sale whose cost exceeded its price, and stops what must not be sold on (trigger function of
-- purchase_was_a_loss, in the transaction that records the success; other sales pay one comparison).
--
-- A data plan is stopped in all tiers, until an operator looks, when it would lose again: the catalogue does not know
-- this cost, and what the tier pays now is below it. A sale from before a correction stops nothing.
--
-- Where selling it below cost is allowed to the tier of the account, the losses of the Lagos day are summed instead:
-- when they reach the daily cap, every plan that is sold below cost with permission is stopped until the next day.
-- `counted_kobo` is what counts for that sum; it begins anew for a plan that an operator sells again.
--
-- What was sold by another provider than the owner of the catalogue (`elsewhere` in the decision) stops nothing: the
-- catalogue knows the cost of the owner only. Its loss counts for that sum too; at the cap, such orders are refused
-- (ROUTING_DEARER).
--
-- It runs with the owner's rights, because nobody may write a loss or a stop by hand.
-- Locks nothing for a sale that was not allowed, except a stop that another transaction is beginning. For an allowed
-- one it locks the advisory lock of the losses until the transaction ends, so that no two miss each other in the sum.
CREATE OR REPLACE FUNCTION record_loss() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_day timestamptz := date_trunc('day', clock_timestamp(), 'Africa/Lagos');
  v_today date := (v_day AT TIME ZONE 'Africa/Lagos')::date;
  v_tier integer;
  v_plan integer;
  v_allowed boolean;
  v_elsewhere boolean := coalesce((NEW.decision ->> 'elsewhere')::boolean, false);
  v_loses_again boolean;
  v_lost_kobo bigint;
  v_cap_kobo bigint;
BEGIN
  SELECT a.tier_id INTO v_tier FROM account a WHERE a.id = NEW.account_id;
  IF NEW.product_type = 'DATA' THEN
    SELECT p.id, coalesce(own.below_cost_allowed, false),
           p.cost_kobo < NEW.cost_kobo
           AND coalesce(own.price_kobo,
                        (p.cost_kobo * (10000 + coalesce(own.markup_bps, t.markup_bps)) + 9999) / 10000) < NEW.cost_kobo
      INTO v_plan, v_allowed, v_loses_again
      FROM data_plan p
      JOIN tier t ON t.id = v_tier
      LEFT JOIN plan_price own ON own.data_plan_id = p.id AND own.tier_id = t.id
     WHERE p.provider_service = NEW.provider_order ->> 'serviceId'
       AND p.provider_code = NEW.provider_order ->> 'variationCode';
  END IF;
  INSERT INTO loss (purchase_id, product_type, data_plan_id, tier_id, price_kobo, cost_kobo, allowed)
  VALUES (NEW.id, NEW.product_type, v_plan, v_tier, NEW.amount_kobo, NEW.cost_kobo,
          coalesce(CASE WHEN v_elsewhere THEN (NEW.decision ->> 'absorbs')::boolean ELSE v_allowed END, false))
  ON CONFLICT DO NOTHING;
  IF NOT FOUND OR v_plan IS NULL AND NOT v_elsewhere THEN
    RETURN NULL;
  END IF;
  IF NOT v_elsewhere AND NOT v_allowed THEN
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
  IF v_elsewhere THEN
    INSERT INTO absorbed_loss_day AS d (day, lost_kobo) VALUES (v_today, NEW.cost_kobo - NEW.amount_kobo)
    ON CONFLICT (day) DO UPDATE SET lost_kobo = d.lost_kobo + excluded.lost_kobo;
  ELSE
    INSERT INTO loss_day AS d (day, data_plan_id, tier_id, lost_kobo, counted_kobo)
    VALUES (v_today, v_plan, v_tier, NEW.cost_kobo - NEW.amount_kobo, NEW.cost_kobo - NEW.amount_kobo)
    ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE
      SET lost_kobo = d.lost_kobo + excluded.lost_kobo, counted_kobo = d.counted_kobo + excluded.counted_kobo;
  END IF;
  SELECT coalesce((SELECT sum(d.counted_kobo) FROM loss_day d WHERE d.day = v_today), 0)
         + coalesce((SELECT d.lost_kobo FROM absorbed_loss_day d WHERE d.day = v_today), 0)
    INTO v_lost_kobo;
  SELECT c.daily_loss_cap_kobo INTO v_cap_kobo FROM catalogue_state c;
  IF v_lost_kobo >= v_cap_kobo THEN
    PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap',
                      jsonb_build_object('lost', to_char(v_lost_kobo / 100.0, 'FM999999999990.00'),
                                         'cap', to_char(v_cap_kobo / 100.0, 'FM999999999990.00')),
                      v_day + interval '24 hours')
       FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
      WHERE own.below_cost_allowed
        AND (own.price_kobo < p.cost_kobo OR NOT v_elsewhere AND own.data_plan_id = v_plan AND own.tier_id = v_tier)
      ORDER BY own.data_plan_id, own.tier_id;
  END IF;
  RETURN NULL;
END $$;

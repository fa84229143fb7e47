-- Puts on hold every plan whose next sale would exceed the loss cap. Such a plan is sold below cost with permission,
-- and its next sale would lose more than is left of the daily cap. The hold lasts until the next day in Lagos. What is
-- only reserved does not count here: it may be given back.
--
-- p_plan, p_tier  what was sold; it is put on hold at the cap even if the catalogue's cost is not above its price
-- The caller holds the lock of the losses. Not for roles.
CREATE OR REPLACE FUNCTION stop_at_loss_cap(p_plan integer, p_tier integer) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_day timestamptz := date_trunc('day', clock_timestamp(), 'Africa/Lagos');
  v_today date := (v_day AT TIME ZONE 'Africa/Lagos')::date;
  v_lost_kobo bigint := coalesce((SELECT sum(d.lost_kobo) FROM loss_day d WHERE d.day = v_today), 0);
  v_cap_kobo bigint := (SELECT c.daily_loss_cap_kobo FROM catalogue_state c);
BEGIN
  PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap',
                    jsonb_build_object('lost', to_char(v_lost_kobo / 100.0, 'FM999999999990.00'),
                                       'cap', to_char(v_cap_kobo / 100.0, 'FM999999999990.00')),
                    v_day + interval '24 hours')
     FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE own.below_cost_allowed
      AND (own.price_kobo < p.cost_kobo AND v_lost_kobo + p.cost_kobo - own.price_kobo > v_cap_kobo
           OR v_lost_kobo >= v_cap_kobo AND own.data_plan_id = p_plan AND own.tier_id = p_tier)
    ORDER BY own.data_plan_id, own.tier_id;
END $$;

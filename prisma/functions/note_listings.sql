-- Notes since when each plan is listed as it is, in each tier. Trigger function of plans_are_listed, prices_are_listed
-- and tiers_are_listed, after each statement that may change a price, a name, or whether a plan is on sale. It compares
-- all plans in all tiers, some thousand rows, and writes only what differs. A sales hold is no part of it: plan_stop
-- has its times.
--
-- It computes the price as tier_price does, and does not call it: between its migration and the functions, processes
-- change plans while tier_price is not there yet.
--
-- It runs with the owner's rights, because nobody may write a listing by hand.
-- Locks the advisory lock of the listings until the transaction ends, before that of the holds (mark_plans_below_cost).
-- So it reads what others have changed before it, and no two wait for each other's rows.
CREATE OR REPLACE FUNCTION note_listings() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('plan_listing'::regclass::integer, 0);
  INSERT INTO plan_listing (tier_id, data_plan_id, price_kobo, name, on_sale)
  SELECT now_listed.*
    FROM (SELECT t.id AS tier_id, p.id AS data_plan_id, price.kobo AS price_kobo, p.name,
                 p.is_active AND p.plan_id IS NOT NULL
                 AND (price.kobo >= p.cost_kobo
                      OR may_sell_below(price.kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo))
                 AS on_sale
            FROM data_plan p CROSS JOIN tier t
            LEFT JOIN plan_price own ON own.tier_id = t.id AND own.data_plan_id = p.id
           CROSS JOIN LATERAL (
                 SELECT coalesce(own.price_kobo,
                                 (p.cost_kobo * (10000 + coalesce(own.markup_bps, t.markup_bps)) + 9999) / 10000)
                        AS kobo) price) now_listed
    LEFT JOIN plan_listing was USING (tier_id, data_plan_id)
   WHERE (was.price_kobo, was.name, was.on_sale)
         IS DISTINCT FROM (now_listed.price_kobo, now_listed.name, now_listed.on_sale)
  ON CONFLICT (tier_id, data_plan_id) DO UPDATE
    SET price_kobo = excluded.price_kobo, name = excluded.name, on_sale = excluded.on_sale,
        changed_at = excluded.changed_at;
  RETURN NULL;
END $$;

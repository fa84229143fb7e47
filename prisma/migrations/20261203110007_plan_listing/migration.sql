-- Since when each plan is listed as it is, in each tier, and since when an account has its tier: clients read from them
-- whether a plan has changed. note_listings writes the rows. Those of before have the last time that is known.
CREATE TABLE plan_listing (
  tier_id      integer,
  data_plan_id integer,
  price_kobo   bigint NOT NULL,
  name         text NOT NULL,
  on_sale      boolean NOT NULL,
  changed_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tier_id, data_plan_id)
);
CREATE TRIGGER plans_are_listed AFTER INSERT OR UPDATE OF plan_id, name, cost_kobo, is_active ON data_plan
  FOR EACH STATEMENT EXECUTE FUNCTION note_listings();
CREATE TRIGGER prices_are_listed AFTER INSERT OR UPDATE OR DELETE ON plan_price
  FOR EACH STATEMENT EXECUTE FUNCTION note_listings();
CREATE TRIGGER tiers_are_listed AFTER INSERT OR UPDATE OF markup_bps ON tier
  FOR EACH STATEMENT EXECUTE FUNCTION note_listings();

INSERT INTO plan_listing (tier_id, data_plan_id, price_kobo, name, on_sale, changed_at)
SELECT t.id, p.id, price.kobo, p.name,
       p.is_active AND p.plan_id IS NOT NULL
       AND (price.kobo >= p.cost_kobo
            OR coalesce(own.below_cost_allowed, false)
               AND (price.kobo >= p.cost_kobo - p.cost_kobo / 10
                    OR p.cost_kobo <= coalesce(own.approved_cost_kobo, 0))),
       greatest(p.updated_at, own.updated_at)
  FROM data_plan p CROSS JOIN tier t
  LEFT JOIN plan_price own ON own.tier_id = t.id AND own.data_plan_id = p.id
 CROSS JOIN LATERAL (
       SELECT coalesce(own.price_kobo,
                       (p.cost_kobo * (10000 + coalesce(own.markup_bps, t.markup_bps)) + 9999) / 10000) AS kobo) price
ON CONFLICT DO NOTHING;

-- One plan's holds, those that have ended too, are read with each list of plans.
CREATE INDEX plan_stop_of_plan ON plan_stop (data_plan_id);

ALTER TABLE account ADD COLUMN tier_since timestamptz(6);
CREATE TRIGGER account_tier_changes BEFORE UPDATE OF tier_id ON account FOR EACH ROW
  WHEN (NEW.tier_id <> OLD.tier_id) EXECUTE FUNCTION note_tier_change();

-- Sales below cost: which were made, which data plans are stopped because of them, and when the cost of a plan was last
-- confirmed by the provider. New tables, and a new column without a default: no table is rewritten. CREATE TRIGGER
-- waits for the purchases that are being written, and they wait for it; it takes some milliseconds.

-- When the provider last listed the plan. Null: by an earlier version, at `updated_at` or later.
ALTER TABLE data_plan ADD COLUMN cost_seen_at timestamptz(6);

-- A data plan that is out of sale, in one tier or in all (null). `facts`: texts for operators. `until`: it ends by
-- itself. `noted_at`: a worker has raised the alert. Ended by an operator (`cleared_by`), a change of the price or of
-- the catalogue, or a new day.
CREATE TABLE plan_stop (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  data_plan_id integer NOT NULL,
  tier_id      integer,
  reason       text NOT NULL CHECK (reason IN ('cost_above_price', 'sold_below_cost', 'loss_cap')),
  facts        jsonb NOT NULL DEFAULT '{}',
  since        timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  until        timestamptz(6),
  noted_at     timestamptz(6),
  cleared_at   timestamptz(6),
  cleared_how  text CHECK (cleared_how IN ('operator', 'price', 'catalogue', 'new_day')),
  cleared_by   text,
  CHECK ((cleared_at IS NULL) = (cleared_how IS NULL)),
  CHECK (coalesce(cleared_how = 'operator', false) = (cleared_by IS NOT NULL))
);
CREATE UNIQUE INDEX plan_stop_open ON plan_stop (data_plan_id, reason, coalesce(tier_id, 0)) WHERE cleared_at IS NULL;
CREATE TRIGGER plan_stop_stays BEFORE UPDATE ON plan_stop FOR EACH ROW
  WHEN (OLD.cleared_at IS NOT NULL AND NEW.noted_at IS NOT DISTINCT FROM OLD.noted_at) EXECUTE FUNCTION forbid_change();
CREATE TRIGGER plan_stop_is_kept BEFORE DELETE ON plan_stop FOR EACH ROW EXECUTE FUNCTION forbid_change();

-- One row for each sale whose cost exceeded its price. `allowed`: its tier may buy this plan below cost.
CREATE TABLE loss (
  purchase_id  uuid PRIMARY KEY,
  product_type text NOT NULL,
  data_plan_id integer,
  tier_id      integer NOT NULL,
  price_kobo   bigint NOT NULL,
  cost_kobo    bigint NOT NULL,
  allowed      boolean NOT NULL,
  at           timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  noted_at     timestamptz(6),
  CHECK (cost_kobo > price_kobo)
);
CREATE INDEX loss_not_allowed ON loss (at) WHERE NOT allowed;
CREATE INDEX loss_unnoted ON loss (at) WHERE noted_at IS NULL AND NOT allowed;

-- What a plan lost in a tier with permission, for each day in Lagos. `counted_kobo`: what of it counts for the daily
-- cap, which is what was lost since an operator last sold the plan again.
CREATE TABLE loss_day (
  day          date NOT NULL,
  data_plan_id integer NOT NULL,
  tier_id      integer NOT NULL,
  lost_kobo    bigint NOT NULL CHECK (lost_kobo > 0),
  counted_kobo bigint NOT NULL CHECK (counted_kobo BETWEEN 0 AND lost_kobo),
  PRIMARY KEY (day, data_plan_id, tier_id)
);

-- One row: when the provider last announced new data plans, and what DAILY_LOSS_CAP_NAIRA of the workers says.
CREATE TABLE catalogue_state (
  id                  boolean PRIMARY KEY DEFAULT true CHECK (id),
  sync_asked_at       timestamptz(6),
  daily_loss_cap_kobo bigint NOT NULL DEFAULT 1000000 CHECK (daily_loss_cap_kobo >= 0)
);
INSERT INTO catalogue_state DEFAULT VALUES;

-- The workers read the latest sync once a second.
CREATE INDEX catalogue_sync_started_at_idx ON catalogue_sync (started_at);

CREATE OR REPLACE FUNCTION stop_plan(
  p_plan integer, p_tier integer, p_reason text, p_facts jsonb, p_until timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE plan_stop SET cleared_at = until, cleared_how = 'new_day'
   WHERE data_plan_id = p_plan AND tier_id = p_tier AND reason = p_reason AND cleared_at IS NULL
     AND until <= clock_timestamp();
  INSERT INTO plan_stop (data_plan_id, tier_id, reason, facts, until)
  VALUES (p_plan, p_tier, p_reason, p_facts, p_until) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO audit_log (actor_kind, user_id, user_email, action, subject, subject_id, after, details)
  SELECT 'system', 'system', 'database', 'plan.stop', coalesce(p.plan_id, p.name), p.id::text,
         jsonb_build_object(
           'reason', p_reason, 'tier', coalesce((SELECT t.name FROM tier t WHERE t.id = p_tier), 'all')),
         p_facts
    FROM data_plan p WHERE p.id = p_plan;
END $$;
REVOKE EXECUTE ON FUNCTION stop_plan(integer, integer, text, jsonb, timestamptz) FROM PUBLIC;

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
          AND own.price_kobo < p.cost_kobo AND NOT own.below_cost_allowed);
  PERFORM stop_plan(p.id, own.tier_id, 'cost_above_price',
                    jsonb_build_object('price', to_char(own.price_kobo / 100.0, 'FM999999999990.00'),
                                       'cost', to_char(p.cost_kobo / 100.0, 'FM999999999990.00')),
                    NULL)
     FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE p.is_active AND p.plan_id IS NOT NULL
      AND own.price_kobo < p.cost_kobo AND NOT own.below_cost_allowed;
END $$;
REVOKE EXECUTE ON FUNCTION mark_plans_below_cost(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION record_loss() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_day timestamptz := date_trunc('day', clock_timestamp(), 'Africa/Lagos');
  v_today date := (v_day AT TIME ZONE 'Africa/Lagos')::date;
  v_tier integer;
  v_plan integer;
  v_allowed boolean;
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
  VALUES (NEW.id, NEW.product_type, v_plan, v_tier, NEW.amount_kobo, NEW.cost_kobo, coalesce(v_allowed, false))
  ON CONFLICT DO NOTHING;
  IF NOT FOUND OR v_plan IS NULL THEN
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
  VALUES (v_today, v_plan, v_tier, NEW.cost_kobo - NEW.amount_kobo, NEW.cost_kobo - NEW.amount_kobo)
  ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE
    SET lost_kobo = d.lost_kobo + excluded.lost_kobo, counted_kobo = d.counted_kobo + excluded.counted_kobo;
  SELECT sum(d.counted_kobo) INTO v_lost_kobo FROM loss_day d WHERE d.day = v_today;
  SELECT c.daily_loss_cap_kobo INTO v_cap_kobo FROM catalogue_state c;
  IF v_lost_kobo >= v_cap_kobo THEN
    PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap',
                      jsonb_build_object('lost', to_char(v_lost_kobo / 100.0, 'FM999999999990.00'),
                                         'cap', to_char(v_cap_kobo / 100.0, 'FM999999999990.00')),
                      v_day + interval '24 hours')
       FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
      WHERE own.below_cost_allowed
        AND (own.price_kobo < p.cost_kobo OR (own.data_plan_id = v_plan AND own.tier_id = v_tier))
      ORDER BY own.data_plan_id, own.tier_id;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION record_loss() FROM PUBLIC;

CREATE TRIGGER purchase_was_a_loss AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (NEW.cost_kobo > NEW.amount_kobo AND NEW.status = 'success' AND OLD.status <> 'success')
  EXECUTE FUNCTION record_loss();

-- What is below cost already.
SELECT mark_plans_below_cost('catalogue');

-- Routing rules: who serves an order, by product, service, amount and account.
--
-- A version is a whole set of rules and never changes. One version at most is active: that of the newest row of
-- routing_activation, NULL for none, when the order of PROVIDERS is the rule. So every change can be taken back.
--
-- Expands only. Version 0.1.0 knows one provider and reads none of this.
CREATE TABLE routing_version (
  number     integer PRIMARY KEY CHECK (number > 0),
  note       text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);

-- One provider in one rule. A rule is all rows of a version with the same account, product and service.
CREATE TABLE routing_rule (
  version      integer NOT NULL REFERENCES routing_version (number),
  position     smallint NOT NULL CHECK (position > 0), -- the order of preference, in the whole version
  account_id   uuid, -- NULL: every account. Accounts are never deleted
  product_type text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  service_id   text, -- NULL: every service of the product
  provider     text NOT NULL,
  least_kobo   bigint CHECK (least_kobo > 0),
  most_kobo    bigint CHECK (most_kobo >= coalesce(least_kobo, 1)),
  enabled      boolean NOT NULL,
  PRIMARY KEY (version, position)
);
CREATE UNIQUE INDEX routing_rule_names_a_provider_once
  ON routing_rule (version, account_id, product_type, service_id, provider) NULLS NOT DISTINCT;

CREATE TABLE routing_activation (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version      integer REFERENCES routing_version (number), -- NULL: no rules
  activated_by text NOT NULL,
  activated_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);

CREATE TRIGGER routing_version_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_version
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER routing_rule_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_rule
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER routing_activation_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_activation
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- What the router prefers others to, while these can serve.
ALTER TABLE provider_breaker DROP CONSTRAINT provider_breaker_reason_check,
  ADD CONSTRAINT provider_breaker_reason_check CHECK (
    reason IN ('unreachable', 'account', 'float', 'silent', 'operator', 'failing', 'unknown_outcomes'));

-- What was lost on one day in Lagos because another provider costs more than the price (ROUTING_DEARER=absorb). Written
-- by record_loss, and counted for the daily loss cap.
CREATE TABLE absorbed_loss_day (
  day       date PRIMARY KEY,
  lost_kobo bigint NOT NULL CHECK (lost_kobo > 0)
);

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

-- What a tier saves on the face value of a service that has no plans: airtime by network, cable TV by product type,
-- electricity by disco. `bps`: hundredths of a percent. `cost_bps`: what the service cost us when it was set.
CREATE TABLE discount (
  tier_id            integer REFERENCES tier (id),
  product_type       text CONSTRAINT discount_is_of_no_plan CHECK (product_type <> 'DATA'),
  service            text CHECK (service <> ''),
  bps                integer NOT NULL CHECK (bps BETWEEN 1 AND 2000),
  cost_bps           integer NOT NULL CHECK (cost_bps >= 0),
  below_cost_allowed boolean NOT NULL,
  updated_at         timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY (tier_id, product_type, service)
);

-- The successes of each day in Lagos, for questions about a month. Workers write finished days (note_sales_day). The
-- sums are of sales whose cost is known; the others are `unknown`.
CREATE TABLE sales_day (
  day          date,
  tier_id      integer,
  product_type text,
  service      text,
  purchases    integer NOT NULL,
  face_kobo    bigint NOT NULL,
  charged_kobo bigint NOT NULL,
  cost_kobo    bigint NOT NULL,
  unknown      integer NOT NULL,
  unknown_kobo bigint NOT NULL,
  PRIMARY KEY (day, tier_id, product_type, service)
);

-- `amount_kobo` is what the client pays. Both are null where that is the face value.
ALTER TABLE purchase ADD COLUMN face_kobo bigint, ADD COLUMN discount_bps integer;
DROP TRIGGER purchase_facts_are_fixed ON purchase;
CREATE TRIGGER purchase_facts_are_fixed
  BEFORE UPDATE OF id, account_id, request_ref, product_type, amount_kobo, face_kobo, discount_bps, recipient, details,
                   provider, provider_order, decision, created_at ON purchase FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.request_ref, OLD.product_type, OLD.amount_kobo, OLD.face_kobo, OLD.discount_bps,
         OLD.created_at)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.request_ref, NEW.product_type, NEW.amount_kobo, NEW.face_kobo, NEW.discount_bps,
         NEW.created_at)
     OR OLD.attempt = NEW.attempt AND (OLD.provider, OLD.decision) IS DISTINCT FROM (NEW.provider, NEW.decision)
     OR ((OLD.recipient, OLD.details) IS DISTINCT FROM (NEW.recipient, NEW.details)
         OR OLD.attempt = NEW.attempt AND OLD.provider_order IS DISTINCT FROM NEW.provider_order)
        AND (NEW.recipient = 'removed' AND NEW.provider_order ->> 'contactPhone' = 'removed'
             AND OLD.final_at < now() - interval '180 days') IS NOT TRUE)
  EXECUTE FUNCTION forbid_change();

ALTER TABLE approval DROP CONSTRAINT approval_kind_check;
ALTER TABLE approval ADD CONSTRAINT approval_kind_check CHECK (kind IN (
  'fund', 'adjust', 'refund', 'limits', 'price', 'discount', 'owner_add',
  'operator_add', 'operator_link', 'operator_factor_reset', 'operator_disable'));

-- Functions that run with the rights of their caller read it, and processes of the release before call them before
-- `db:grant` of this one.
DO $$
DECLARE v_role text;
BEGIN
  FOR v_role IN SELECT rolname FROM granted_role JOIN pg_roles ON rolname = role LOOP
    EXECUTE format('GRANT SELECT ON discount TO %I', v_role);
  END LOOP;
END $$;

-- What makes an order cheaper than it is holds once a worker has read it: plans and products that `ops` and the dashboard
-- add or list again, a lower cost of a product, and another amount.
--
-- The triggers wait for syncs of the catalogue that are under way, and syncs for them: for a moment.

-- Keeps the cost of a plan when the dashboard or `ops` writes a lower one, and asks the workers for a sync (trigger
-- function of lower_costs_are_held, listed_plans_are_held and returned_plans_are_held). Whoever has stolen their role
-- could otherwise sell a plan by its markup far below what it costs. The lower cost is kept beside (lower_cost_kobo): a
-- worker that reads it too does not doubt it. For the same reason a plan of a provider that they add, or list again, is
-- not for sale before a worker has read it too.
--
-- The role that may accept purchases is the one that syncs; the owner of the tables may, too.
-- It runs with the owner's rights, because the others may not ask for a sync. Locks the row of catalogue_state.
CREATE OR REPLACE FUNCTION hold_lower_cost() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_NAME = 'lower_costs_are_held' THEN
    NEW.lower_cost_kobo := NULL;
  END IF;
  IF TG_NAME = 'lower_costs_are_held' AND NEW.cost_kobo >= OLD.cost_kobo OR has_function_privilege(
       session_user, 'accept_purchases(jsonb, timestamptz, boolean, interval)', 'EXECUTE') THEN
    RETURN NEW;
  END IF;
  IF TG_NAME = 'lower_costs_are_held' THEN
    NEW.lower_cost_kobo := NEW.cost_kobo;
    NEW.cost_kobo := OLD.cost_kobo;
  ELSE
    NEW.is_active := false;
  END IF;
  UPDATE catalogue_state SET sync_asked_at = now() WHERE sync_asked_at IS DISTINCT FROM now();
  RETURN NEW;
END $$;

-- Keeps a product of a provider as it is when the dashboard or `ops` writes a lower cost or none, or another amount, or
-- lists it again; one that they add is not listed. It asks the workers, who read the same list, for a sync (trigger
-- function of products_are_held and cheaper_products_are_held). Anyone who has stolen their role could otherwise map a
-- cheap plan to a dear product that looks cheap: ROUTING_DEARER compares this cost with the price.
--
-- The role that may accept purchases is the one that syncs; the owner of the tables may, too.
-- It runs with the owner's rights, because the others may not ask for a sync. Locks the row of catalogue_state.
CREATE OR REPLACE FUNCTION hold_cheaper_product() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF has_function_privilege(session_user, 'accept_purchases(jsonb, timestamptz, boolean, interval)', 'EXECUTE') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.gone_at := coalesce(NEW.gone_at, clock_timestamp());
  ELSIF NEW.amount IS DISTINCT FROM OLD.amount OR NEW.gone_at IS NULL AND OLD.gone_at IS NOT NULL
        OR coalesce(NEW.cost_kobo, -1) < OLD.cost_kobo THEN
    NEW.amount := OLD.amount;
    NEW.cost_kobo := OLD.cost_kobo;
    NEW.gone_at := coalesce(NEW.gone_at, OLD.gone_at);
  ELSE
    RETURN NEW;
  END IF;
  UPDATE catalogue_state SET sync_asked_at = now() WHERE sync_asked_at IS DISTINCT FROM now();
  RETURN NEW;
END $$;

CREATE TRIGGER listed_plans_are_held BEFORE INSERT ON data_plan FOR EACH ROW
  WHEN (NEW.provider_code IS NOT NULL AND NEW.is_active) EXECUTE FUNCTION hold_lower_cost();
CREATE TRIGGER returned_plans_are_held BEFORE UPDATE OF is_active ON data_plan FOR EACH ROW
  WHEN (NEW.provider_code IS NOT NULL AND NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION hold_lower_cost();
CREATE TRIGGER products_are_held BEFORE INSERT ON provider_product FOR EACH ROW EXECUTE FUNCTION hold_cheaper_product();
CREATE TRIGGER cheaper_products_are_held BEFORE UPDATE OF amount, cost_kobo, gone_at ON provider_product FOR EACH ROW
  WHEN (NEW.amount IS DISTINCT FROM OLD.amount OR NEW.cost_kobo IS DISTINCT FROM OLD.cost_kobo
        OR NEW.gone_at IS DISTINCT FROM OLD.gone_at)
  EXECUTE FUNCTION hold_cheaper_product();

REVOKE EXECUTE ON FUNCTION hold_cheaper_product() FROM PUBLIC;

-- Keeps the dashboard and `ops` from making a provider's product cheaper. Trigger function of products_are_held and
-- cheaper_products_are_held: a product stays as it is when they write a lower cost or none, or another amount, or list
-- it again; one that they add is not listed. It asks the workers, who read the same list, for a sync. Anyone who has
-- stolen their role could otherwise map a cheap plan to a dear product that looks cheap: the router compares this cost
-- with the price.
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

-- Keeps the dashboard and `ops` from lowering the cost of a plan. Trigger function of lower_costs_are_held,
-- listed_plans_are_held and returned_plans_are_held: the cost stays, and the function asks the workers for a sync.
-- Anyone who has stolen their role could otherwise sell a plan by its markup far below what it costs. The lower cost is
-- kept beside (lower_cost_kobo): a worker that reads it too does not doubt it. For the same reason a plan of a provider
-- that they add, or list again, is not for sale before a worker has read it too.
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

-- A lower cost holds once a worker has read it: `ops` and the dashboard write it beside.

ALTER TABLE data_plan ADD COLUMN lower_cost_kobo bigint;

-- Keeps the cost of a plan when the dashboard or `ops` writes a lower one, and asks the workers for a sync (trigger
-- function of lower_costs_are_held, before each change of a cost). Whoever has stolen their role could otherwise sell a
-- plan by its markup far below what it costs. The lower cost is kept beside (lower_cost_kobo): a worker that reads it
-- too does not doubt it.
--
-- The role that may accept purchases is the one that syncs; the owner of the tables may, too.
-- It runs with the owner's rights, because the others may not ask for a sync. Locks the row of catalogue_state.
CREATE OR REPLACE FUNCTION hold_lower_cost() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.lower_cost_kobo := NULL;
  IF NEW.cost_kobo < OLD.cost_kobo AND NOT has_function_privilege(
       session_user, 'accept_purchases(jsonb, timestamptz, boolean, interval)', 'EXECUTE') THEN
    NEW.lower_cost_kobo := NEW.cost_kobo;
    NEW.cost_kobo := OLD.cost_kobo;
    UPDATE catalogue_state SET sync_asked_at = now() WHERE sync_asked_at IS DISTINCT FROM now();
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER lower_costs_are_held BEFORE UPDATE OF cost_kobo ON data_plan FOR EACH ROW
  WHEN (NEW.cost_kobo <> OLD.cost_kobo) EXECUTE FUNCTION hold_lower_cost();

REVOKE EXECUTE ON FUNCTION hold_lower_cost() FROM PUBLIC;

-- Ends the stops of a plan, because an operator has looked at it. What was lost and reserved stays counted, so a stop
-- at the daily loss cap ends only when something of the cap is left. A price below cost keeps its stop
-- (cost_above_price).
--
-- p_plan  the row of data_plan
-- p_by    the operator, as the end of the stops names them
--
-- Returns the reasons of the stops that ended. Locks the losses (advisory), as record_loss does.
-- Called by `ops` and the console.
CREATE OR REPLACE FUNCTION resume_plan(p_plan integer, p_by text) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  RETURN QUERY
    UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = 'operator', cleared_by = p_by
     WHERE s.data_plan_id = p_plan AND s.cleared_at IS NULL AND (s.until IS NULL OR s.until > clock_timestamp())
       AND (s.reason = 'sold_below_cost' OR s.reason = 'loss_cap' AND loss_left(clock_timestamp()) > 0)
    RETURNING s.reason;
END $$;

-- The database judges who ends the stops of a plan, and names them.

DROP FUNCTION resume_plan(integer, text);

-- Ends the stops of a plan, because an operator has looked at it. What was lost and reserved stays counted, so a stop
-- at the daily loss cap ends only when something of the cap is left. A price below cost keeps its stop
-- (cost_above_price).
--
-- p_plan   the row of data_plan
-- p_actor  as in fund_wallet; the end of the stops names them
--
-- Returns the reasons of the stops that ended; or one row, a refusal of judge_step. It counts on no cap.
-- Locks the losses (advisory), as record_loss does.
-- Called by `ops` and the console.
CREATE OR REPLACE FUNCTION resume_plan(p_plan integer, p_actor text) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text := (SELECT judged.refusal FROM judge_step('resume', '{}', 0, 0, p_actor, NULL) judged);
BEGIN
  IF v_refusal IS NOT NULL THEN
    RETURN NEXT v_refusal;
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  RETURN QUERY
    UPDATE plan_stop s
       SET cleared_at = clock_timestamp(), cleared_how = 'operator',
           cleared_by = coalesce((SELECT u.email FROM dashboard_user u WHERE u.id::text = p_actor), p_actor)
     WHERE s.data_plan_id = p_plan AND s.cleared_at IS NULL AND (s.until IS NULL OR s.until > clock_timestamp())
       AND (s.reason = 'sold_below_cost' OR s.reason = 'loss_cap' AND loss_left(clock_timestamp()) > 0)
    RETURNING s.reason;
END $$;

REVOKE EXECUTE ON FUNCTION resume_plan(integer, text) FROM PUBLIC;

-- Ends the sales holds of a plan that an operator has looked at. p_plan is the row of data_plan. What was lost and
-- reserved stays counted, so a hold at the daily loss cap ends only when something of the cap is left. So does one of a
-- sale without permission, unless the catalogue knows that cost by now: what such sales have lost today must be less
-- than what is left. A price below cost keeps its hold (cost_above_price).
--
-- Returns the reasons of the holds that ended; or one row, a refusal of judge_step. It counts on no cap.
-- Locks the losses (advisory), as record_loss does.
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
       AND (s.reason = 'loss_cap' AND loss_left(clock_timestamp()) > 0
            OR s.reason = 'sold_below_cost'
               AND ((SELECT p.cost_kobo FROM data_plan p WHERE p.id = p_plan) >= (s.facts ->> 'cost')::numeric * 100
                    OR loss_left(clock_timestamp()) > (
                      SELECT coalesce(sum(l.cost_kobo - l.price_kobo), 0) FROM loss l
                       WHERE l.data_plan_id IS NOT NULL AND NOT l.allowed
                         AND l.at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos'))))
    RETURNING s.reason;
END $$;

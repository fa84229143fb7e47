-- Puts a data plan on hold, in one tier or in all. It records that in the audit log as a change by the system. It does
-- nothing when the plan is already on hold there for the same reason. Not for roles.
--
-- p_plan    the row of data_plan
-- p_tier    NULL: all tiers
-- p_reason  cost_above_price | sold_below_cost | loss_cap
-- p_facts   what operators should know, as texts
-- p_until   when it ends automatically; NULL: never
--
-- It waits for a transaction that is beginning or ending the same hold. The table has no foreign key, because its
-- check would wait for a transaction that changes the plan.
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

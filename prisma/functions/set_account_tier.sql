-- Moves an account to a tier, or opens it there.
--
-- p_name   of the account to be opened; NULL: the account exists
-- p_actor  as in fund_wallet. Where an operator allowed a price or a discount below cost, each account that comes into
--          the tier counts the daily loss cap on the actor's cap, as that did (set_plan_price)
--
-- Returns one row. Outcomes:
--   set           done, or it was in that tier already
--   no_such_tier, no_such_account, name_taken
--   not_an_operator, cap_exceeded, and bound_kobo: see judge_step
-- Locks the account, then the actor's day.
CREATE OR REPLACE FUNCTION set_account_tier(p_account uuid, p_name text, p_tier text, p_actor text)
RETURNS TABLE (outcome text, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_tier integer := (SELECT t.id FROM tier t WHERE t.name = p_tier);
  v_before integer;
  v_counted_kobo bigint;
BEGIN
  SELECT a.tier_id INTO v_before FROM account a
   WHERE p_name IS NULL AND a.id = p_account AND a.mode = 'live' FOR NO KEY UPDATE;
  IF v_tier IS NULL THEN
    outcome := 'no_such_tier';
  ELSIF p_name IS NULL AND v_before IS NULL THEN
    outcome := 'no_such_account';
  ELSE
    SELECT c.daily_loss_cap_kobo INTO v_counted_kobo FROM catalogue_state c
     WHERE v_tier IS DISTINCT FROM v_before
       AND (EXISTS (SELECT FROM plan_price own WHERE own.tier_id = v_tier AND own.below_cost_allowed)
            OR EXISTS (SELECT FROM discount own WHERE own.tier_id = v_tier AND own.below_cost_allowed));
    SELECT judged.refusal, judged.bound_kobo INTO outcome, bound_kobo
      FROM judge_step('tier', '{}', 0, coalesce(v_counted_kobo, 0), p_actor, NULL) judged;
  END IF;
  IF outcome IS NULL AND p_name IS NOT NULL THEN
    INSERT INTO account (id, name, tier_id) VALUES (p_account, p_name, v_tier) ON CONFLICT DO NOTHING;
    outcome := CASE WHEN NOT FOUND THEN 'name_taken' END;
  ELSIF outcome IS NULL THEN
    UPDATE account SET tier_id = v_tier WHERE id = p_account AND tier_id <> v_tier;
  END IF;
  IF outcome IS NULL AND v_counted_kobo > 0 THEN
    INSERT INTO cap_use (actor, day, amount_kobo)
    VALUES (p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, v_counted_kobo);
  END IF;
  outcome := coalesce(outcome, 'set');
  RETURN NEXT;
END $$;

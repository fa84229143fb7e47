-- Says whether a step of an operator or `ops` may be done now. It judges by the rule of money (money_rule).
--
-- p_kind, p_payload   as they stand in an approval
-- p_limited_kobo      the amount to be compared with the approval limit; 0: no approval; NULL: always an approval
-- p_counted_kobo      what the step uses of the actor's daily cap
-- p_actor             the id of an operator, `ops`, or `collector`, which has a cap of its own and needs no approval
-- p_approval          the approval on which the step is done, if any. It is used up here
--
-- Returns one row. `refusal` NULL: it may be done, and the caller does it. Otherwise
--   not_an_operator     the actor is no operator who may sign in, or the caller's role is not theirs (is_guard_actor)
--   approval_needed     `bound_kobo` is the limit; NULL: it always needs one
--   approval_not_valid  there is no such approval for exactly this, or it was used, or it is older than 24 hours
--   cap_exceeded        `bound_kobo` is what is left of the actor's cap today, in Lagos
-- Locks the day of the actor (advisory) until the transaction ends, when the step counts: after wallets and purchases.
-- Not for roles.
CREATE OR REPLACE FUNCTION judge_step(
  p_kind text, p_payload jsonb, p_limited_kobo bigint, p_counted_kobo bigint, p_actor text, p_approval uuid,
  OUT refusal text, OUT bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rule money_rule;
BEGIN
  SELECT * INTO STRICT v_rule FROM money_rule;
  IF NOT is_guard_actor(p_actor, p_approval IS NOT NULL) THEN
    refusal := 'not_an_operator';
  ELSIF p_approval IS NOT NULL THEN
    IF NOT use_approval(p_approval, p_kind, p_payload, p_actor) THEN
      refusal := 'approval_not_valid';
    END IF;
  ELSIF v_rule.approvals = 'required' AND p_actor <> 'collector'
        AND (p_limited_kobo IS NULL OR p_limited_kobo > v_rule.approval_limit_kobo) THEN
    refusal := 'approval_needed';
    bound_kobo := CASE WHEN p_limited_kobo IS NOT NULL THEN v_rule.approval_limit_kobo END;
  END IF;
  IF refusal IS NULL AND p_counted_kobo > 0 THEN
    PERFORM pg_advisory_xact_lock('cap_use'::regclass::integer, hashtext(p_actor));
    bound_kobo := CASE p_actor WHEN 'collector' THEN v_rule.collector_cap_kobo ELSE v_rule.daily_cap_kobo END
      - (SELECT coalesce(sum(used.amount_kobo), 0) FROM cap_use used
          WHERE used.actor = p_actor AND used.day = (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date);
    IF p_counted_kobo > bound_kobo THEN
      refusal := 'cap_exceeded';
      bound_kobo := greatest(bound_kobo, 0);
    END IF;
  END IF;
END $$;

-- Asks a second operator for an approval. It holds for 24 hours by this server's clock.
--
-- p_kind, p_payload  what is asked for. The function that does it builds the same value from its own arguments
--                    (judge_step), so a payload with anything else in it can be approved and never used:
--            fund                   { account_id, amount_kobo, reference }
--            adjust                 { account_id, amount_kobo, reference, entry_id, reason, below_zero }
--            refund                 { purchase_id, amount_kobo, delivered, cause, message }
--            limits                 { approval_limit_kobo, daily_cap_kobo }
--            collections            { state, cap_kobo }
--            price                  { tier, plan_id, price_kobo, cost_kobo }
--            discount               { tier, product_type, service, bps }
--            operator_add           { user_id, name, email, link_digest }
--            operator_link          { user_id, link_digest }
--            operator_factor_reset, operator_disable   { user_id }
--            owner_add              { user_id, account_id, name, email }
--            Amounts and ids of entries are texts, digests are hex.
-- p_note     why, for the operator who decides
-- p_actor    who asks: the id of an operator, or `ops`
-- p_as       of `ops`: the operator who asks, named by --as, who may not decide either
-- p_session  of an operator
--
-- Returns one row. Outcomes:
--   requested          done
--   requested_before   the same is asked for already; the id is that of the earlier request
--   not_an_operator    the actor is no operator who may sign in; or it is `ops`, and p_as is none
--   cap_exceeded       it could never be done: the amount is above the daily cap
CREATE OR REPLACE FUNCTION request_approval(
  p_kind text, p_payload jsonb, p_note text, p_actor text, p_as uuid, p_session uuid)
RETURNS TABLE (outcome text, approval_id uuid, expires_at timestamptz, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_cap_kobo bigint := (SELECT daily_cap_kobo FROM money_rule);
BEGIN
  IF NOT is_guard_actor(p_actor, false) OR p_actor = 'ops' AND NOT EXISTS (
       SELECT FROM dashboard_user u WHERE u.id = p_as AND u.role = 'operator' AND u.disabled_at IS NULL) THEN
    RETURN QUERY SELECT 'not_an_operator', NULL::uuid, NULL::timestamptz, NULL::bigint;
    RETURN;
  END IF;
  IF (p_payload ->> 'amount_kobo')::bigint > v_cap_kobo THEN
    RETURN QUERY SELECT 'cap_exceeded', NULL::uuid, NULL::timestamptz, v_cap_kobo;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'requested_before', a.id, a.expires_at, NULL::bigint FROM approval a
     WHERE a.state = 'requested' AND a.expires_at > clock_timestamp() AND a.requested_by = p_actor
       AND a.kind = p_kind AND a.payload - 'link_digest' = p_payload - 'link_digest' LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    INSERT INTO approval (kind, payload, note, requested_by, requested_as, requested_session)
    VALUES (p_kind, p_payload, p_note, p_actor, p_as, p_session)
    RETURNING 'requested', approval.id, approval.expires_at, NULL::bigint;
END $$;

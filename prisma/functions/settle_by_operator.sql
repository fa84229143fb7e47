-- Records what an operator decides on a purchase. Either it was delivered, or its money goes back.
--
-- p_item      one settlement, as record_settlements takes it; its basis is `operator`, or `never_sent`. With `reverses`
--             it is for a success, which record_reversal refunds. Without an attempt, as in an approval, it is for the
--             current one
-- p_actor, p_approval  as in fund_wallet; a refund counts on the cap
--
-- Every refund of a delivered purchase needs an approval, even if its token has not come, or if a closed attempt
-- delivered it. A refund of an unknown outcome above the limit needs one too. A purchase that was never sent has a
-- known outcome.
-- Returns one row: the outcome and the rest as record_settlements answers them, or
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded, and bound_kobo: see judge_step. Then nothing
--   changed.
-- Locks the wallet, then the purchase, then the actor's day.
CREATE OR REPLACE FUNCTION settle_by_operator(p_item jsonb, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, status text, event_id uuid, notification_id uuid, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid := p_item ->> 'id';
  v_refunds boolean := p_item ->> 'target_status' IN ('failed', 'refunded');
  v_purchase purchase;
  v_delivered boolean;
  v_outcome text;
  v_declined boolean;
  v_refusal text;
  v_bound_kobo bigint;
BEGIN
  IF coalesce(p_item ->> 'basis', '') NOT IN ('operator', 'never_sent')
     OR coalesce(p_item ->> 'target_status', '') NOT IN ('success', 'failed', 'refunded') THEN
    RAISE EXCEPTION 'settle_by_operator: not a decision of an operator';
  END IF;

  -- 1. Lock the wallet, then the purchase.
  PERFORM FROM wallet WHERE wallet.account_id = (SELECT q.account_id FROM purchase q WHERE q.id = v_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase q WHERE q.id = v_id FOR NO KEY UPDATE;
  IF p_item ->> 'attempt' IS NULL THEN
    p_item := p_item || jsonb_build_object('attempt', v_purchase.attempt);
  END IF;
  v_delivered := coalesce((p_item ->> 'reverses')::boolean AND v_purchase.status = 'success', false);

  -- 2. Judge, unless no money would go back.
  v_outcome := settlement_outcome(
    p_target_status => p_item ->> 'target_status', p_basis => p_item ->> 'basis', p_is_repeat => false,
    p_status => v_purchase.status,
    p_sends => CASE WHEN v_purchase.contradicted_by IS NULL THEN v_purchase.sends ELSE 1::smallint END,
    p_in_flight => coalesce(v_purchase.claim_expires_at > clock_timestamp(), false), p_not_found_stale => false,
    p_rival_open => false, p_delivered => v_purchase.token_awaited, p_wallet_locked => true,
    p_attempt_closed => (p_item ->> 'attempt')::smallint <> v_purchase.attempt, p_order_seen => false);
  v_declined := v_refunds AND NOT v_delivered AND v_outcome NOT IN ('settled', 'contradiction');
  v_refunds := v_refunds AND (v_delivered OR v_outcome = 'settled');
  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'refund',
           jsonb_build_object(
             'purchase_id', v_id, 'amount_kobo', v_purchase.amount_kobo::text, 'delivered', v_delivered,
             'cause', p_item ->> 'cause', 'message', p_item ->> 'message'),
           CASE WHEN NOT v_refunds THEN 0
                WHEN v_delivered OR v_purchase.token_awaited OR v_purchase.contradicted_by IS NOT NULL THEN NULL
                WHEN v_purchase.sends = 0 THEN 0
                ELSE v_purchase.amount_kobo END,
           CASE WHEN v_refunds THEN v_purchase.amount_kobo ELSE 0 END, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, v_purchase.status, NULL::uuid, NULL::uuid, v_bound_kobo;
    RETURN;
  END IF;

  -- 3. Record it. A refund that step 2 did not judge must not happen: the claim may have expired since.
  IF v_declined THEN
    RETURN QUERY SELECT v_outcome, v_purchase.status, NULL::uuid, NULL::uuid, NULL::bigint;
  ELSIF v_refunds AND v_delivered THEN
    RETURN QUERY
      SELECT 'settled', 'refunded', reversed.event_id, NULL::uuid, NULL::bigint
        FROM record_reversal(v_id, p_item ->> 'cause', p_item ->> 'message') reversed;
  ELSE
    RETURN QUERY
      SELECT settled.outcome, settled.status, settled.event_id, settled.notification_id, NULL::bigint
        FROM record_settlements(jsonb_build_array(p_item), true) settled;
  END IF;
  IF v_refunds THEN
    PERFORM count_on_cap(p_actor, entry, p_approval)
       FROM ledger_entry entry WHERE entry.purchase_id = v_id AND entry.kind = 'refund';
  END IF;
END $$;

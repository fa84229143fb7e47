-- record_settlements for version 0.1.0: takes its names, answers with its names.
--
-- p_items  array of { id, goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen,
--          missing, missing_count, alone, review }. What `result` says of the provider's attempt goes into
--          provider_evidence, and token_awaited into its column. Only that the key is there counts, as it always did.
-- A decision of an operator goes to settle_by_operator, as `released`; it fails (TP004) when that refuses it. So does a
-- refund of what was never sent, from the role of the dashboard, which cannot call record_settlements.
-- Outcomes  refused, again and missing are declined, repeated and unknown_purchase there.
CREATE OR REPLACE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_evidence_keys text[] := '{provider_transaction_id,answer,mismatch,refused_code,refusal}';
  v_items jsonb;
  v_item record;
  v_decided record;
BEGIN
  SELECT jsonb_agg(
           jsonb_build_object(
             'id', item.id,
             'target_status', item.goal,
             'basis', CASE item.ground WHEN 'refusal' THEN 'rejection_repeated' ELSE item.ground END,
             'cause', item.cause,
             'cause_code', cause_code_of(item.cause),
             'message', item.message,
             'delivered', item.result - v_evidence_keys - 'token_awaited',
             'evidence', (SELECT jsonb_object_agg(fact.key, fact.value) FROM jsonb_each(item.result) fact
                           WHERE fact.key = ANY (v_evidence_keys)),
             'token_awaited', item.result ? 'token_awaited',
             'cost_kobo', item.cost_kobo,
             'next_check_ms', item.next_check_ms,
             'refused_with', item.refused_with,
             'order_seen', item.order_seen,
             'not_found', item.missing,
             'missing_count', item.missing_count,
             'only_if_alone', item.alone,
             'review', item.review)
           ORDER BY item.n)
    INTO v_items
    FROM ROWS FROM (
           jsonb_to_recordset(p_items) AS (
             id uuid, goal text, ground text, cause text, message text, result jsonb, cost_kobo bigint,
             next_check_ms bigint, refused_with text, order_seen boolean, missing boolean, missing_count integer,
             alone boolean, review boolean))
         WITH ORDINALITY AS item (
           id, goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen,
           missing, missing_count, alone, review, n);

  IF v_items @> '[{"basis": "operator"}]'
     OR v_items @> '[{"basis": "never_sent"}]'
        AND NOT has_function_privilege('record_settlements(jsonb, boolean)', 'EXECUTE') THEN
    FOR v_item IN SELECT each.value, each.n FROM jsonb_array_elements(v_items) WITH ORDINALITY AS each (value, n) LOOP
      SELECT * INTO v_decided FROM settle_by_operator(v_item.value, 'released', NULL);
      PERFORM refuse_released(v_decided.outcome);
      RETURN QUERY
        SELECT v_item.n::integer,
               CASE v_decided.outcome WHEN 'declined' THEN 'refused' WHEN 'unknown_purchase' THEN 'missing'
                                      ELSE v_decided.outcome END,
               v_decided.status, v_decided.event_id, v_decided.notification_id;
    END LOOP;
    RETURN;
  END IF;

  RETURN QUERY
    SELECT settled.n,
           CASE settled.outcome WHEN 'declined' THEN 'refused'
                                WHEN 'repeated' THEN 'again'
                                WHEN 'unknown_purchase' THEN 'missing'
                                ELSE settled.outcome END,
           settled.status, settled.event_id, settled.notification_id
      FROM record_settlements(v_items, p_wait) settled
     ORDER BY settled.n;
END $$;

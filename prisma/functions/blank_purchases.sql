-- Redacts the personal data of one lot of old purchases, for good. Looks at the next p_lot purchases after the id
-- p_after, which is null at the beginning. With p_dry_run it only counts.
--
-- A purchase is redacted when it has been final for p_days (at least 180), and nothing about it is open. References,
-- amounts, statuses, times and ids stay, and so do the books. Of what was delivered, and of what contradicts the
-- outcome, only what is named here stays: a field that comes later goes.
-- Returns how many rows of each kind were redacted, and the id after which the next lot begins: null at the end.
-- Locks the purchases by id, without a wait: skips those that somebody has locked.
CREATE OR REPLACE FUNCTION blank_purchases(p_days integer, p_after uuid, p_lot integer, p_dry_run boolean)
RETURNS TABLE (purchases integer, attempts integer, events integer, statement_rows integer, next_after uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_before CONSTANT timestamptz := now() - greatest(p_days, 180) * interval '1 day';
  v_ids uuid[];
  v_looked integer;
  v_last uuid;
BEGIN
  SELECT count(*), (array_agg(q.id ORDER BY q.id DESC))[1] INTO v_looked, v_last
    FROM (SELECT id FROM purchase
           WHERE id > coalesce(p_after, '00000000-0000-0000-0000-000000000000') AND id < first_id_of(v_before)
           ORDER BY id LIMIT p_lot) q;
  next_after := CASE WHEN v_looked = p_lot THEN v_last END;

  SELECT coalesce(array_agg(l.id), '{}') INTO v_ids
    FROM (SELECT q.id FROM purchase q
           WHERE q.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000') AND q.id <= v_last
             AND q.final_at < v_before AND NOT q.needs_review
             -- not by the recipient: a client may name a meter so
             AND (q.provider_order ->> 'contactPhone' IS DISTINCT FROM 'removed'
                  OR EXISTS (SELECT FROM claim c WHERE c.purchase_id = q.id AND c.note <> 'removed'))
             AND NOT EXISTS (SELECT FROM claim c
                              WHERE c.purchase_id = q.id AND (c.answered_at < v_before) IS NOT TRUE)
             AND (q.contradicted_by IS NULL OR q.reviewed_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM webhook_event e WHERE e.purchase_id = q.id AND e.finished_at IS NULL)
             AND NOT EXISTS (SELECT FROM notification n WHERE n.purchase_id = q.id AND n.finished_at IS NULL)
             AND NOT EXISTS (SELECT FROM closed_attempt c
                              WHERE c.purchase_id = q.id
                                AND (c.closed_at >= v_before OR c.sends = 1 AND c.checked_at IS NULL
                                                                AND c.asking_until > clock_timestamp()))
             AND NOT EXISTS (SELECT FROM reconciliation_finding f
                              WHERE f.purchase_id = q.id AND f.resolved_at IS NULL AND f.cleared_at IS NULL)
             AND NOT EXISTS (SELECT FROM approval a
                              WHERE a.state = 'requested' AND a.payload ->> 'purchase_id' = q.id::text)
           ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED) l;

  purchases := cardinality(v_ids);
  SELECT count(*) INTO attempts FROM closed_attempt WHERE purchase_id = ANY (v_ids);
  SELECT count(*) INTO events FROM webhook_event WHERE purchase_id = ANY (v_ids);
  SELECT count(*) INTO statement_rows
    FROM statement_match m JOIN statement_row s ON s.id = m.row_id
   WHERE m.purchase_id = ANY (v_ids) AND s.at < v_before;
  IF p_dry_run OR v_ids = '{}' THEN
    RETURN NEXT;
    RETURN;
  END IF;

  -- their texts name the recipient, which is still there
  UPDATE webhook_event e
     SET details = replace(replace(e.details, q.recipient, 'removed'),
                           coalesce(q.provider_order ->> 'contactPhone', ''), 'removed'),
         response = NULL
    FROM purchase q WHERE q.id = ANY (v_ids) AND e.purchase_id = q.id;
  UPDATE claim SET note = 'removed', answer = 'removed' WHERE purchase_id = ANY (v_ids);
  UPDATE notification SET error = NULL WHERE purchase_id = ANY (v_ids) AND error IS NOT NULL;
  UPDATE closed_attempt
     SET provider_order = provider_order || '{"contactPhone": "removed"}',
         evidence = evidence - '{answer,mismatch,refusal,send_answer,requery_answer}'::text[]
   WHERE purchase_id = ANY (v_ids);
  UPDATE statement_row s SET raw = '{}'
    FROM statement_match m WHERE m.purchase_id = ANY (v_ids) AND s.id = m.row_id AND s.at < v_before;
  UPDATE purchase q
     SET recipient = 'removed',
         details = q.details || (SELECT coalesce(jsonb_object_agg(key, 'removed'), '{}')
                                   FROM jsonb_each_text(q.details)
                                  WHERE value IN (q.recipient, q.provider_order ->> 'contactPhone')),
         provider_order = q.provider_order || '{"contactPhone": "removed"}',
         provider_evidence =
           q.provider_evidence - '{answer,mismatch,refusal,send_answer,requery_answer}'::text[],
         -- that there was a token stays, because the books know its message
         result = (SELECT coalesce(jsonb_object_agg(
                            key, CASE WHEN key IN ('token', 'customer_name', 'address') AND value #>> '{}' <> ''
                                      THEN '"removed"' ELSE value END), '{}')
                     FROM jsonb_each(q.result)
                    WHERE key IN ('token', 'customer_name', 'address', 'units', 'debt_deducted', 'vat',
                                  'provider_transaction_id', 'token_awaited')),
         contradicted_by = (SELECT jsonb_object_agg(key, value) FROM jsonb_each(q.contradicted_by)
                             WHERE key IN ('goal', 'attempt', 'at', 'since', 'cause', 'provider_transaction_id')),
         description = replace(q.description, q.recipient, 'removed'),
         message = replace(replace(q.message, q.recipient, 'removed'),
                           coalesce(q.provider_order ->> 'contactPhone', ''), 'removed'),
         review_note = CASE WHEN q.review_note IS NOT NULL THEN 'removed' END
   WHERE q.id = ANY (v_ids);
  RETURN NEXT;
END $$;

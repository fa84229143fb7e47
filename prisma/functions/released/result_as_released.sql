-- `result` of an open purchase with the keys that version 0.1.0 reads there, and this version has columns for.
--
-- Reads and locks nothing else. Called by the released take_due_purchases.
CREATE OR REPLACE FUNCTION result_as_released(p_purchase purchase) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_purchase.result || p_purchase.provider_evidence
         || CASE WHEN p_purchase.token_awaited THEN '{"token_awaited": true}'::jsonb ELSE '{}' END
         || CASE WHEN p_purchase.quarantined_at IS NULL THEN '{}'
                 ELSE jsonb_build_object('quarantined', jsonb_build_object('at', p_purchase.quarantined_at)) END
$$;

-- Writes the events and messages of purchases that were settled. Events are written where `emits_event` says so, and
-- messages with tokens where `sends_token` does. The purchases are written already. Returns the ids of what it wrote,
-- by purchase. An SMS is left to its job for five seconds.
CREATE OR REPLACE FUNCTION write_settled_events(p_settlements settlement[])
RETURNS TABLE (purchase_id uuid, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  IF EXISTS (SELECT FROM unnest(p_settlements) AS item WHERE item.emits_event) THEN
    RETURN QUERY
      INSERT INTO webhook_event (id, account_id, purchase_id, event, status, details)
      SELECT coalesce(item.event_id, gen_random_uuid()), item.account_id, item.id,
             lower(item.product_type) || '.purchase.' || client.status, client.status, item.message
        FROM unnest(p_settlements) WITH ORDINALITY AS item
       -- a client knows two ends: to it, `refunded` is failed
       CROSS JOIN LATERAL (SELECT CASE item.status WHEN 'success' THEN 'success' ELSE 'failed' END AS status) client
       WHERE item.emits_event ORDER BY item.ordinality
      RETURNING purchase_id, id, NULL::uuid;
  END IF;
  IF EXISTS (SELECT FROM unnest(p_settlements) AS item WHERE item.sends_token) THEN
    RETURN QUERY
      INSERT INTO notification (purchase_id, kind, next_attempt_at)
      SELECT item.id, 'token_sms', clock_timestamp() + interval '5 seconds'
        FROM unnest(p_settlements) AS item
       CROSS JOIN LATERAL (SELECT q.result FROM purchase q WHERE q.id = item.id LIMIT 1) settled
       WHERE item.sends_token AND settled.result ->> 'token' <> ''
      RETURNING purchase_id, NULL::uuid, id;
  END IF;
END $$;

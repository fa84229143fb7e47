-- A purchase that is reversed after a success has its failed event, as the document says that webhooks notify when a
-- purchase changes its status. Reversals from before have none.
--
-- Expands only, and holds nothing up. Version 0.1.0 reverses through the wrapper, so its reversals have the event too.

CREATE OR REPLACE FUNCTION record_reversal(p_id uuid, p_cause text, p_message text)
RETURNS TABLE (event_id uuid)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_purchase purchase;
  v_balance_kobo bigint;
  v_event_id uuid;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet
   WHERE wallet.account_id = (SELECT purchase.account_id FROM purchase WHERE purchase.id = p_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase
   WHERE purchase.id = p_id AND purchase.status = 'success'
     FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  UPDATE purchase
     SET status = 'refunded', final_at = clock_timestamp(), cause = p_cause, cause_code = 'operator',
         message = p_message, needs_review = false
   WHERE id = p_id;
  INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                            balance_before_kobo, balance_after_kobo, reference)
  VALUES (v_purchase.account_id, p_id, 'refund', v_purchase.amount_kobo,
          v_balance_kobo, v_balance_kobo + v_purchase.amount_kobo, v_purchase.request_ref);
  UPDATE wallet SET balance_kobo = balance_kobo + v_purchase.amount_kobo WHERE account_id = v_purchase.account_id;
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
  SELECT account.id, p_id, lower(v_purchase.product_type) || '.purchase.failed', 'failed', p_message
    FROM account
   WHERE account.id = v_purchase.account_id AND account.webhook_url IS NOT NULL
     AND v_purchase.product_type IN ('AIRTIME', 'DATA')
  RETURNING webhook_event.id INTO v_event_id;
  RETURN QUERY SELECT v_event_id;
END $$;

CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (SELECT FROM record_reversal(p_id, p_cause, p_message))
$$;

-- Until the next `db:grant`, whoever was granted the old name calls the new one through the wrapper.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT acl.grantee::regrole AS role
      FROM pg_proc old CROSS JOIN aclexplode(old.proacl) acl
     WHERE old.proname = 'reverse_purchase' AND old.pronamespace = current_schema()::regnamespace
       AND acl.privilege_type = 'EXECUTE' AND acl.grantee <> 0
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION record_reversal TO %s', granted.role);
  END LOOP;
END $$;

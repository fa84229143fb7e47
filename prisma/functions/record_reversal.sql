-- Refunds a purchase that was a success, and writes its event. It is the only change of a final status, and only an
-- operator makes it. p_message is for the client, and the text of the event.
-- It answers an open claim of the purchase.
--
-- Returns one row: the id of the failed event, NULL when the product has none, or the account has no webhook URL and is
-- no test account. Returns no row, and changes nothing, when the purchase is not a success (any more).
-- Locks the wallet, then the purchase.
-- It judges nothing, so no role may call it: settle_by_operator does. record_settlements never reverses.
CREATE OR REPLACE FUNCTION record_reversal(p_id uuid, p_cause text, p_message text)
RETURNS TABLE (event_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  PERFORM answer_claim(p_id, 'The purchase was reversed and refunded.');
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
  SELECT account.id, p_id, lower(v_purchase.product_type) || '.purchase.failed', 'failed', p_message
    FROM account
   WHERE account.id = v_purchase.account_id AND (account.webhook_url IS NOT NULL OR account.mode = 'test')
     AND (SELECT 'failed' = ANY (events) FROM product WHERE name = v_purchase.product_type)
  RETURNING webhook_event.id INTO v_event_id;
  RETURN QUERY SELECT v_event_id;
END $$;

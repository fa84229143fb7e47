-- Refunds a purchase that was a success: the only change of a final status, and only an operator makes it.
--
-- Returns false, and changes nothing, when the purchase is not a success (any more).
-- Locks the wallet, then the purchase. Writes no event.
-- Called when an operator decides for a refund (decide-purchase.ts); record_settlements never reverses.
CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_purchase purchase;
  v_balance_kobo bigint;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet
   WHERE wallet.account_id = (SELECT purchase.account_id FROM purchase WHERE purchase.id = p_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase
   WHERE purchase.id = p_id AND purchase.status = 'success'
     FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
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
  RETURN true;
END $$;

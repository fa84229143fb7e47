-- Answers the open claim of a purchase, and mails the owners of its account.
--
-- The claim becomes `confirmed`; if the purchase is not a success any more, `reversed`. p_answer is for the client.
-- Returns whether it did so: not where there is no open claim.
-- It moves no money, so any role of operators may call it. Locks the claim.
CREATE OR REPLACE FUNCTION answer_claim(p_purchase uuid, p_answer text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_purchase purchase;
  v_state text;
BEGIN
  SELECT * INTO v_purchase FROM purchase WHERE id = p_purchase;
  UPDATE claim
     SET state = CASE v_purchase.status WHEN 'success' THEN 'confirmed' ELSE 'reversed' END,
         answer = p_answer, answered_at = clock_timestamp()
   WHERE purchase_id = p_purchase AND state = 'open'
  RETURNING state INTO v_state;
  IF v_state IS NULL THEN
    RETURN false;
  END IF;
  PERFORM mail_owners(v_purchase.account_id, 'We have answered your claim', format(
            E'Hello,\n\nYou claimed that your purchase %s was not received. %s\n\n'
            'See "Transactions" in the dashboard for the answer.\n',
            v_purchase.request_ref,
            CASE v_state WHEN 'confirmed' THEN 'We have confirmed that it was delivered.'
                         ELSE 'We have reversed it, and refunded your wallet.' END));
  RETURN true;
END $$;

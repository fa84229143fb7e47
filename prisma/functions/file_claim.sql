-- Files the claim of a client that a successful purchase was not received. A purchase has one claim, forever.
--
-- p_note  for the operators
--
-- Returns the outcome:
--   filed           done, and the operators get a mail: at most one in an hour about one account. The claim of a test
--                   account is confirmed at once, and nobody gets a mail
--   filed_before    the purchase has a claim, whatever its state is
--   not_successful  the purchase is not a success (any more), or there is none
-- Locks the purchase.
CREATE OR REPLACE FUNCTION file_claim(p_purchase uuid, p_note text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_subject CONSTANT text := 'A client claims that a purchase was not received';
  v_purchase purchase;
  v_account account;
BEGIN
  SELECT * INTO v_purchase FROM purchase WHERE id = p_purchase FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM claim WHERE purchase_id = p_purchase) THEN
    RETURN 'filed_before';
  END IF;
  IF v_purchase.status IS DISTINCT FROM 'success' THEN
    RETURN 'not_successful';
  END IF;
  SELECT * INTO v_account FROM account WHERE id = v_purchase.account_id;
  INSERT INTO claim (purchase_id, account_id, note) VALUES (p_purchase, v_account.id, p_note);
  IF v_account.mode = 'test' THEN
    PERFORM answer_claim(p_purchase, 'Test purchases are confirmed automatically.');
    RETURN 'filed';
  END IF;
  INSERT INTO mail (account_id, user_id, email, subject, text)
  SELECT v_account.id, u.id, u.email, v_subject,
         format(E'Hello,\n\n%s claims that its successful purchase %s was not received.\n\n'
                'See "Claims" in the console, or `ops claim list`: other claims may be open too.\n'
                'We e-mail you at most once an hour about one account.\n', v_account.name, v_purchase.request_ref)
    FROM dashboard_user u
   WHERE u.role = 'operator' AND u.disabled_at IS NULL
     AND EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id)
     AND NOT EXISTS (SELECT FROM mail m
                      WHERE m.account_id = v_account.id AND m.subject = v_subject
                        AND m.created_at > clock_timestamp() - interval '1 hour');
  RETURN 'filed';
END $$;

-- Closes a test account and opens a fresh one in its place. The fresh one has an empty wallet, no purchases and no
-- references. Keys, webhook URL and webhook secrets move on to it.
--
-- Returns one row. Outcomes:
--   reset      done; account_id is the new twin
--   too_soon   the twin was opened by a reset less than a minute ago; wait_seconds says how long is left
--   not_test   the account is live, closed, or there is none
-- What the old one still has under way ends without an event. Its queued events are not sent any more.
-- Locks the live account, so that a change of its status, tier or limits finds the new twin; then the wallet of the old
-- twin, so that a purchase is either in it or declined; then the old twin.
CREATE OR REPLACE FUNCTION reset_test_account(p_account uuid)
RETURNS TABLE (outcome text, account_id uuid, wait_seconds integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_twin account;
  v_new uuid;
BEGIN
  PERFORM FROM account live WHERE live.id = (SELECT a.twin_of FROM account a WHERE a.id = p_account)
     FOR NO KEY UPDATE;
  PERFORM FROM wallet w WHERE w.account_id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v_twin FROM account a
   WHERE a.id = p_account AND a.mode = 'test' AND a.status = 'active' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'not_test', NULL::uuid, NULL::integer;
    RETURN;
  END IF;
  IF v_twin.created_at > clock_timestamp() - interval '1 minute'
     AND EXISTS (SELECT FROM account a WHERE a.twin_of = v_twin.twin_of AND a.status = 'closed') THEN
    RETURN QUERY
      SELECT 'too_soon', NULL::uuid,
             ceil(extract(epoch FROM v_twin.created_at + interval '1 minute' - clock_timestamp()))::integer;
    RETURN;
  END IF;

  UPDATE account a SET status = 'closed', webhook_url = NULL WHERE a.id = v_twin.id;
  v_new := add_test_twin(v_twin.twin_of, v_twin.webhook_url);
  UPDATE api_key k SET account_id = v_new WHERE k.account_id = v_twin.id;
  UPDATE webhook_secret s SET account_id = v_new WHERE s.account_id = v_twin.id;
  UPDATE webhook_event e
     SET state = 'undelivered', finished_at = clock_timestamp(), error = 'the test account was reset'
   WHERE e.account_id = v_twin.id AND e.state = 'queued';
  RETURN QUERY SELECT 'reset', v_new, NULL::integer;
END $$;

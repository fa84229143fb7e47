-- Deletes one lot of what test accounts did more than 7 days ago. A lot is at most p_lot entries of one ledger with
-- their purchases and the events of these, at most p_lot test events, and at most one account that a reset has closed.
--
-- A ledger keeps its chain: what is deleted of it is one funding of the balance that it left. A purchase goes whatever
-- its status is. If its refund is younger, the refund stays as a funding.
-- Returns how many rows it deleted besides those that hang on them; 0 when nothing is left to do, or another process
-- does it. It runs with the owner's rights: no other role may delete any of it. Locks: an advisory lock, for which it
-- does not wait; the wallet of the account; then what it deletes.
CREATE OR REPLACE FUNCTION forget_test_data(p_lot integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET search_path = public, pg_temp AS $$
DECLARE
  v_before CONSTANT timestamptz := clock_timestamp() - interval '7 days';
  v_account uuid;
  v_last ledger_entry;
  v_purchases uuid[];
  v_rows integer;
  v_deleted integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock('simulated_order'::regclass::integer, 0) THEN
    RETURN 0;
  END IF;

  -- the first entry alone can be what an earlier lot left
  SELECT a.id INTO v_account
    FROM account a
   CROSS JOIN LATERAL (SELECT e.created_at FROM ledger_entry e WHERE e.account_id = a.id ORDER BY e.id
                       OFFSET 1 LIMIT 1) second
   WHERE a.mode = 'test' AND second.created_at < v_before LIMIT 1;
  IF FOUND THEN
    PERFORM FROM wallet w WHERE w.account_id = v_account FOR NO KEY UPDATE;
    SELECT e.* INTO v_last
      FROM ledger_entry e
     WHERE e.id = (SELECT max(id) FROM (SELECT l.id, bool_and(l.created_at < v_before) OVER (ORDER BY l.id) AS is_old
                                          FROM (SELECT * FROM ledger_entry WHERE account_id = v_account
                                                 ORDER BY id LIMIT greatest(p_lot, 2)) l) lot
                    WHERE is_old);
    SELECT array_agg(DISTINCT purchase_id) INTO v_purchases
      FROM ledger_entry WHERE account_id = v_account AND id <= v_last.id AND purchase_id IS NOT NULL;

    DELETE FROM webhook_event WHERE purchase_id = ANY (v_purchases);
    DELETE FROM claim WHERE purchase_id = ANY (v_purchases);
    DELETE FROM batch_row WHERE purchase_id = ANY (v_purchases);
    DELETE FROM purchase_history WHERE purchase_id = ANY (v_purchases);
    DELETE FROM purchase_change WHERE account_id = v_account AND purchase_id = ANY (v_purchases);
    DELETE FROM simulated_order
     WHERE provider_ref IN (SELECT provider_ref FROM purchase WHERE id = ANY (v_purchases));
    DELETE FROM ledger_entry WHERE account_id = v_account AND id < v_last.id;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
    DELETE FROM ledger_entry WHERE id = v_last.id AND v_last.balance_after_kobo = 0;
    UPDATE ledger_entry
       SET kind = 'funding', purchase_id = NULL, reference = 'test-kept-' || id, balance_before_kobo = 0,
           amount_kobo = balance_after_kobo
     WHERE id = v_last.id;
    UPDATE ledger_entry SET kind = 'funding', purchase_id = NULL, reference = 'test-refund-' || id
     WHERE purchase_id = ANY (v_purchases);
    DELETE FROM purchase WHERE id = ANY (v_purchases);
  END IF;

  -- the resend of a test event goes first, because the books compare it with its original
  DELETE FROM webhook_event
   WHERE id IN (SELECT e.id FROM webhook_event e JOIN account a ON a.id = e.account_id
                 WHERE e.purchase_id IS NULL AND a.mode = 'test' AND e.finished_at < v_before
                   AND NOT EXISTS (SELECT FROM webhook_event r WHERE r.purchase_id IS NULL AND r.resent_from = e.id)
                 LIMIT p_lot);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_deleted := v_deleted + v_rows;

  -- a batch goes after its last purchase
  DELETE FROM purchase_batch
   WHERE id IN (SELECT b.id FROM purchase_batch b JOIN account a ON a.id = b.account_id
                 WHERE a.mode = 'test' AND b.ended_at < v_before
                   AND NOT EXISTS (SELECT FROM batch_row r WHERE r.batch_id = b.id AND r.state = 'accepted')
                 LIMIT p_lot);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_deleted := v_deleted + v_rows;

  SELECT a.id INTO v_account
    FROM account a
   WHERE a.mode = 'test' AND a.status = 'closed' AND a.created_at < v_before
     AND NOT EXISTS (SELECT FROM ledger_entry e WHERE e.account_id = a.id
                        AND (e.created_at >= v_before OR e.purchase_id IS NOT NULL))
     AND NOT EXISTS (SELECT FROM webhook_event e WHERE e.account_id = a.id)
     AND NOT EXISTS (SELECT FROM api_key k WHERE k.account_id = a.id)
   LIMIT 1;
  IF FOUND THEN
    DELETE FROM webhook_resend WHERE account_id = v_account;
    DELETE FROM purchase_batch WHERE account_id = v_account;
    DELETE FROM ledger_entry WHERE account_id = v_account;
    DELETE FROM wallet WHERE account_id = v_account;
    DELETE FROM account WHERE id = v_account;
    v_deleted := v_deleted + 1;
  END IF;
  RETURN v_deleted;
END $$;

-- Locks the wallets of accounts, by account id, until the transaction ends. Returns those that it has locked, as they
-- are under the lock. p_wait false: leaves out a wallet that somebody else has locked.
CREATE OR REPLACE FUNCTION lock_wallets(p_accounts uuid[], p_wait boolean)
RETURNS TABLE (account_id uuid, balance_kobo bigint)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF p_wait THEN
    RETURN QUERY SELECT w.account_id, w.balance_kobo FROM wallet w WHERE w.account_id = ANY (p_accounts)
                  ORDER BY w.account_id FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT w.account_id, w.balance_kobo FROM wallet w WHERE w.account_id = ANY (p_accounts)
                  ORDER BY w.account_id FOR NO KEY UPDATE SKIP LOCKED;
  END IF;
END $$;

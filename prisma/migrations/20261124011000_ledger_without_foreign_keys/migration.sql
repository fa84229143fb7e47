-- The same for the two foreign keys of a ledger entry. Only functions of the owner write entries: under the lock of the
-- wallet, and in the statement that writes the purchase or under its lock. Neither is ever deleted or changes its id.
-- `books verify` compares each entry with both.
DO $$
BEGIN
  LOCK TABLE wallet, purchase, ledger_entry IN SHARE UPDATE EXCLUSIVE MODE;
  FOR i IN 1 .. 500 LOOP
    BEGIN
      LOCK TABLE wallet, purchase, ledger_entry IN ACCESS EXCLUSIVE MODE NOWAIT;
      ALTER TABLE ledger_entry
        DROP CONSTRAINT ledger_entry_account_id_fkey, DROP CONSTRAINT ledger_entry_purchase_id_fkey;
      CREATE TRIGGER wallet_is_not_emptied BEFORE TRUNCATE ON wallet
        FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.002);
    END;
  END LOOP;
  RAISE lock_not_available USING MESSAGE = 'wallet, purchase and ledger_entry were in use all the time';
END $$;

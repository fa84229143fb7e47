-- A purchase is written without the check of a foreign key, which locks the row of its account with a statement of its
-- own: with the two of the next migration 47 of the 335 us of CPU that accept_purchases took for each of ten purchases.
-- accept_purchases has locked the account's wallet, wallets are never deleted, and a wallet keeps its account. The
-- trigger declines the TRUNCATE that the foreign key declined.
--
-- It needs two tables that purchases lock in different orders. So it waits for neither while it holds the other: that
-- would end in deadlocks. It takes both in a moment in which nobody uses them, and purchases wait some milliseconds.
-- The first lock stops no purchase. It waits for an autovacuum, which PostgreSQL ends only for one who waits.
DO $$
BEGIN
  LOCK TABLE account, purchase IN SHARE UPDATE EXCLUSIVE MODE;
  FOR i IN 1 .. 500 LOOP
    BEGIN
      LOCK TABLE account, purchase IN ACCESS EXCLUSIVE MODE NOWAIT;
      ALTER TABLE purchase DROP CONSTRAINT purchase_account_id_fkey;
      CREATE TRIGGER account_is_not_emptied BEFORE TRUNCATE ON account
        FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.002);
    END;
  END LOOP;
  RAISE lock_not_available USING MESSAGE = 'account and purchase were in use all the time';
END $$;

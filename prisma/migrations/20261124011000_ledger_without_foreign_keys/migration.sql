-- The same for the two foreign keys of a ledger entry. Only functions of the owner write entries: under the lock of the
-- wallet, and in the statement that writes the purchase or under its lock. Neither is ever deleted or changes its id.
-- `books verify` compares each entry with both.
--
-- It waits for the purchases that are under way, and purchases wait for it: for a moment.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_account_id_fkey, DROP CONSTRAINT ledger_entry_purchase_id_fkey;

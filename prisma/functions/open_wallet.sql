-- Gives a new account its wallet, in the same transaction. Trigger function of account_has_wallet, after each INSERT on
-- account. It runs with the owner's rights: the role that opens accounts may not write wallets.
CREATE OR REPLACE FUNCTION open_wallet() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO wallet (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

-- Gives a new account its wallet (trigger function of account_has_wallet, after each INSERT on account).
--
-- An account without a wallet cannot exist, because both are written in one transaction. It runs with the owner's
-- rights: whoever opens accounts may not write wallets. Locks nothing.
CREATE OR REPLACE FUNCTION open_wallet() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO wallet (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

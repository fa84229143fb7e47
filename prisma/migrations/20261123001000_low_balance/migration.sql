-- A threshold for the balance of each account, the mark that its owners were mailed when it was passed, and a short
-- reference that a client puts into its bank transfers. `account` is locked until every account has its reference, which
-- takes about 25 ms for a thousand of them; an api that authenticates or accepts waits for that long.

ALTER TABLE account
  -- NULL: no threshold
  ADD COLUMN low_balance_kobo      bigint CHECK (low_balance_kobo > 0),
  -- when the owners were mailed that the balance is below the threshold; NULL again once it was seen above it
  ADD COLUMN low_balance_mailed_at timestamptz(6),
  ADD COLUMN payment_reference     text CHECK (payment_reference ~ '^TUP-[23456789FHKMQRWXY]{6}$');
CREATE UNIQUE INDEX account_payment_reference_key ON account (payment_reference);

CREATE OR REPLACE FUNCTION give_payment_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  c_alphabet CONSTANT text := '23456789FHKMQRWXY';
  v_place integer;
  v_sum integer;
BEGIN
  LOOP
    NEW.payment_reference := 'TUP-';
    v_sum := 0;
    FOR weight IN REVERSE 6..2 LOOP
      v_place := floor(random() * 17)::integer;
      v_sum := v_sum + weight * v_place;
      NEW.payment_reference := NEW.payment_reference || substr(c_alphabet, v_place + 1, 1);
    END LOOP;
    NEW.payment_reference := NEW.payment_reference || substr(c_alphabet, (17 - v_sum % 17) % 17 + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT FROM account WHERE payment_reference = NEW.payment_reference);
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER account_has_payment_reference BEFORE INSERT OR UPDATE OF payment_reference ON account
  FOR EACH ROW WHEN (NEW.payment_reference = '') EXECUTE FUNCTION give_payment_reference();

-- The accounts of before, each after the one before it, so that no two draw the same.
UPDATE account SET payment_reference = '';
ALTER TABLE account ALTER COLUMN payment_reference SET DEFAULT '', ALTER COLUMN payment_reference SET NOT NULL;

-- Gives an account its payment reference, such as TUP-7K2MRW. Trigger function of account_has_payment_reference, before
-- each INSERT or UPDATE on account that leaves it empty, as all in our code do.
--
-- Five characters are random, the sixth is the check character: with the weights 6, 5, 4, 3, 2 and 1 the places of the
-- characters in the alphabet add up to a multiple of 17. 17 is prime, so one wrong character, and two that changed
-- places, are always noticed. The same alphabet, without look-alikes: packages/core/src/account/payment-reference.ts.
-- Two transactions draw the same at the same moment once in 1.4 million times: the unique index declines the second.
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

-- Changes a test account's tier, status and limits along with its live account. Trigger function of
-- account_twin_follows, after each UPDATE of these on a live account. It runs with the owner's rights: the role that
-- sets limits of the one need not name the other. Locks the twin after its live account.
CREATE OR REPLACE FUNCTION change_test_twin() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account twin
     SET tier_id = NEW.tier_id, status = NEW.status, limit_purchases = NEW.limit_purchases,
         limit_status = NEW.limit_status, limit_lookups = NEW.limit_lookups, limit_other = NEW.limit_other
   WHERE twin.twin_of = NEW.id AND twin.status <> 'closed';
  RETURN NULL;
END $$;

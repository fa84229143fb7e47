-- Takes a refunded purchase off what its API key has spent that day. Trigger function of purchase_gives_back, for each
-- row that fails or is refunded and was bought with a key. The day is that of the accept, in Lagos. A refund holds the
-- wallet, as accept_purchases does, so the row of the day is changed by one at a time. It runs as the owner, because
-- those who settle may only read what keys have spent.
CREATE OR REPLACE FUNCTION give_back_key_spending() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  UPDATE api_key_day SET purchases = purchases - 1, spent_kobo = spent_kobo - NEW.amount_kobo
   WHERE key_id = NEW.api_key_id AND day = (NEW.created_at AT TIME ZONE 'Africa/Lagos')::date;
  RETURN NULL;
END $$;

-- Closes an event of a test account without a webhook URL. Trigger function of unsendable_event_is_closed, as the event
-- is written. It can be sent to nobody, and a URL that is set later must not get it.
CREATE OR REPLACE FUNCTION close_unsendable_event() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM account
              WHERE account.id = NEW.account_id AND account.mode = 'test' AND account.webhook_url IS NULL) THEN
    NEW.state := 'undelivered';
    NEW.finished_at := clock_timestamp();
    NEW.error := 'the account has no webhook URL';
  END IF;
  RETURN NEW;
END $$;

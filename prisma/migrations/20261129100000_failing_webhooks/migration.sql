-- What the owners of an account were mailed about its webhook URL, so that of many workers one mails, once for each time
-- that it fails. `account` is locked for a moment.

ALTER TABLE account
  -- when the owners were last mailed that the webhook URL fails; NULL: never
  ADD COLUMN webhook_failing_mailed_at timestamptz(6),
  -- when it was first seen well since; NULL: not since the mail
  ADD COLUMN webhook_well_at           timestamptz(6);

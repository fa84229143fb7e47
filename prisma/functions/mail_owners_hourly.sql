-- Writes a mail to an account's owners, at most hourly with one subject. It does so as mail_owners does; the hour is
-- counted for each owner.
--
-- The first mail is sent at once. What follows within an hour waits until that hour is over, and a later call replaces
-- the mail that waits and says that there were several: otherwise a change that is taken back within the hour would be
-- told to nobody. Returns how many it wrote.
-- Locks the account, so that of two changes at once one waits for the other, and the mails that it replaces.
CREATE OR REPLACE FUNCTION mail_owners_hourly(p_account uuid, p_subject text, p_text text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_several CONSTANT text := E'\nThere were several such changes since our last e-mail: "Activity" shows each.\n';
  v_written integer;
BEGIN
  PERFORM FROM account WHERE id = p_account FOR NO KEY UPDATE;
  -- what was tried already can be on its way, so it stays
  DELETE FROM mail WHERE account_id = p_account AND subject = p_subject AND state = 'queued' AND attempts = 0;
  v_written := mail_owners(p_account, p_subject, p_text || CASE WHEN FOUND THEN v_several ELSE '' END);
  UPDATE mail
     SET next_attempt_at = earlier.at + interval '1 hour'
    FROM (SELECT user_id, max(coalesce(finished_at, created_at)) AS at FROM mail
           WHERE account_id = p_account AND subject = p_subject AND attempts > 0 GROUP BY user_id) earlier
   WHERE account_id = p_account AND subject = p_subject AND state = 'queued' AND attempts = 0
     AND mail.user_id = earlier.user_id AND earlier.at > clock_timestamp() - interval '1 hour';
  RETURN v_written;
END $$;

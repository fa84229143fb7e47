-- Writes a mail to each owner of an account who can sign in. They have set a password and are not disabled. Returns how
-- many it wrote. It runs in the transaction of the change that the mail reports, and with the owner's rights: an API or
-- a worker may cause such a mail, and may not read who the owners are.
CREATE OR REPLACE FUNCTION mail_owners(p_account uuid, p_subject text, p_text text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_written integer;
BEGIN
  INSERT INTO mail (account_id, user_id, email, subject, text)
  SELECT p_account, u.id, u.email, p_subject, p_text FROM dashboard_user u
   WHERE u.account_id = p_account AND u.role = 'owner' AND u.disabled_at IS NULL
     AND EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id);
  GET DIAGNOSTICS v_written = ROW_COUNT;
  RETURN v_written;
END $$;

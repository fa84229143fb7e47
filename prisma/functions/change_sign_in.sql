-- Changes how a user of an account signs in, and mails the owners. `ops` calls it. Those who were owners before the
-- change get the mail, so that nobody who has stolen the role takes an account over unseen.
--
-- p_change  `link`      makes a link with which they set a password, valid for 24 hours, in place of an earlier one
--           `password`  sets their first password, and signs them out; one that they have is not replaced
--           `factor`    removes their second factor, and signs them out
--           `disable`   signs them out everywhere, for good
-- p_value   of `link` the SHA-256 of its token, as hexadecimal digits; of `password` its hash
--
-- Returns whether it was done: not for operators, whom other functions change, nor for a disabled user. Locks the user.
CREATE OR REPLACE FUNCTION change_sign_in(p_user uuid, p_change text, p_value text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_user dashboard_user;
  v_invited boolean;
BEGIN
  SELECT * INTO v_user FROM dashboard_user WHERE id = p_user AND role <> 'operator' AND disabled_at IS NULL FOR UPDATE;
  v_invited := NOT EXISTS (SELECT FROM dashboard_credential WHERE user_id = p_user);
  IF v_user.id IS NULL OR p_change = 'factor' AND NOT v_user.two_factor_enabled
     OR p_change = 'password' AND NOT v_invited THEN
    RETURN false;
  END IF;
  PERFORM mail_owners(v_user.account_id, letter.subject, format(
            E'Hello,\n\n' || letter.happened || E'\n\n'
            'See "Activity" in the dashboard for who did this, and from where.\n'
            'If nobody on your team did this, undo it and change your password.\n',
            v_user.email, CASE v_user.role WHEN 'owner' THEN 'an owner' ELSE 'a ' || v_user.role END))
     FROM (VALUES
       ('invite', 'New user on your account', '%s was invited to your account as %s.'),
       ('link', 'New password link on your account', 'Someone created a link with which %s sets a new password.'),
       ('factor', 'Two-factor authentication reset on your account',
        '%s now signs in with the password alone, until they set up two-factor authentication again.'),
       ('disable', 'A user was removed from your account', '%s can no longer sign in to your account.')
     ) letter (change, subject, happened)
    WHERE letter.change = CASE WHEN v_invited AND p_change IN ('link', 'password') THEN 'invite' ELSE p_change END;
  CASE p_change
    WHEN 'link' THEN
      INSERT INTO dashboard_link (user_id, digest, expires_at)
      VALUES (p_user, decode(p_value, 'hex'), clock_timestamp() + interval '24 hours')
      ON CONFLICT (user_id) DO UPDATE
         SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = clock_timestamp();
    WHEN 'password' THEN
      PERFORM forget_access(p_user);
      INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
      VALUES (gen_random_uuid(), p_user, 'credential', p_user::text, p_value);
    WHEN 'factor' THEN
      UPDATE dashboard_user SET two_factor_enabled = false, updated_at = now() WHERE id = p_user;
      DELETE FROM dashboard_two_factor WHERE user_id = p_user;
      DELETE FROM dashboard_session WHERE user_id = p_user;
    WHEN 'disable' THEN
      UPDATE dashboard_user SET disabled_at = now(), two_factor_enabled = false, updated_at = now() WHERE id = p_user;
      PERFORM forget_access(p_user);
  END CASE;
  RETURN true;
END $$;

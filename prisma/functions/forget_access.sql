-- Deletes all with which a user could sign in. It deletes sessions, sign-ins under way, devices, password, second
-- factor and link. Not for roles.
CREATE OR REPLACE FUNCTION forget_access(p_user uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM dashboard_session WHERE user_id = p_user;
  DELETE FROM dashboard_verification WHERE value = p_user::text;
  DELETE FROM dashboard_device WHERE user_id = p_user;
  DELETE FROM dashboard_credential WHERE user_id = p_user;
  DELETE FROM dashboard_two_factor WHERE user_id = p_user;
  DELETE FROM dashboard_link WHERE user_id = p_user;
END $$;

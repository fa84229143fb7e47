-- Adds a user without a password. A disabled user with this address who was no operator keeps their id, and nothing
-- with which they could sign in before. Returns the id, or NULL: somebody has the address, or an operator had it. p_id
-- is the id of a new user.
--
-- Every caller adds buyers and viewers, and one of an older version `member`. The role that signs users in also adds
-- owners, because owners invite others; the owner of the tables adds anybody. Else it fails with SQLSTATE TP002:
-- add_owner and add_operator ask for an approval.
-- Locks the disabled user.
CREATE OR REPLACE FUNCTION add_user(p_id uuid, p_account uuid, p_role text, p_name text, p_email text) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  IF (p_role IN ('buyer', 'viewer', 'member') OR pg_has_role(session_user, current_user, 'MEMBER') OR p_role = 'owner'
        AND has_function_privilege(session_user, 'decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE')
     ) IS NOT TRUE THEN
    RAISE EXCEPTION 'add_user: % is refused', p_role USING ERRCODE = 'TP002';
  END IF;
  -- anyone who writes a password of theirs in this moment is waited for
  PERFORM FROM dashboard_user WHERE email = lower(p_email) FOR UPDATE;
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, p_account, p_role, p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = excluded.account_id, role = excluded.role, name = excluded.name, two_factor_enabled = false,
         disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
   WHERE u.disabled_at IS NOT NULL AND u.role <> 'operator'
  RETURNING u.id INTO v_id;
  PERFORM forget_access(v_id);
  RETURN v_id;
END $$;

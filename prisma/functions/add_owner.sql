-- Adds an owner to an account, whom an operator or `ops` invites. The owner has neither password nor link. A disabled
-- user with this address keeps their id, and nothing with which they could sign in before.
--
-- p_id  of the owner, when they are new
-- p_actor, p_approval  as in fund_wallet; it counts on no cap
--
-- The first owner of an account needs no approval, and neither does `ops` while fewer than two operators can sign in
-- (is_alone). An account that had an owner keeps that (account.had_owner), so that disabling the owner opens no way.
-- Returns one row. Outcomes:
--   added        done
--   email_taken  somebody has the address, or an operator had it
--   not_an_operator, approval_needed, approval_not_valid: see judge_step
-- Locks the account, and the disabled user.
CREATE OR REPLACE FUNCTION add_owner(
  p_id uuid, p_account uuid, p_name text, p_email text, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, user_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_first boolean;
  v_refusal text;
BEGIN
  SELECT NOT a.had_owner AND NOT EXISTS (
           SELECT FROM dashboard_user u WHERE u.account_id = a.id AND u.role = 'owner' AND u.disabled_at IS NULL)
    INTO STRICT v_first
    FROM account a WHERE a.id = p_account FOR NO KEY UPDATE;
  PERFORM FROM dashboard_user u WHERE u.email = lower(p_email) FOR UPDATE;
  IF EXISTS (SELECT FROM dashboard_user u
              WHERE u.email = lower(p_email) AND (u.disabled_at IS NULL OR u.role = 'operator')) THEN
    RETURN QUERY SELECT 'email_taken', NULL::uuid;
    RETURN;
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'owner_add',
           jsonb_build_object('user_id', p_id, 'account_id', p_account, 'name', p_name, 'email', lower(p_email)),
           CASE WHEN v_first OR is_alone(p_actor, p_approval) THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::uuid;
    RETURN;
  END IF;

  UPDATE account SET had_owner = true WHERE id = p_account AND NOT had_owner;
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, p_account, 'owner', p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = excluded.account_id, role = 'owner', name = excluded.name, two_factor_enabled = false,
         disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
  RETURNING u.id INTO v_id;
  PERFORM forget_access(v_id);
  RETURN QUERY SELECT 'added', v_id;
END $$;

-- An owner whom an operator invites into an account that has or had one needs a second operator.
--
-- ALTER TABLE account waits for the requests and purchases that are under way, and they wait for it: for a moment. Each
-- account that has an owner is written once.
ALTER TABLE approval DROP CONSTRAINT approval_kind_check, ADD CONSTRAINT approval_kind_check CHECK (
  kind IN ('fund', 'adjust', 'refund', 'limits', 'operator_add', 'operator_link', 'operator_factor_reset',
           'operator_disable', 'owner_add'));
ALTER TABLE account ADD COLUMN had_owner boolean NOT NULL DEFAULT false;
UPDATE account a SET had_owner = true
 WHERE EXISTS (SELECT FROM dashboard_user u WHERE u.account_id = a.id AND u.role = 'owner');

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

CREATE OR REPLACE FUNCTION add_operator(
  p_id uuid, p_name text, p_email text, p_link_digest bytea, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, user_id uuid, alone boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_refusal text;
  v_alone boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  v_alone := is_alone(p_actor, p_approval);
  IF EXISTS (SELECT FROM dashboard_user WHERE email = lower(p_email) AND disabled_at IS NULL) THEN
    RETURN QUERY SELECT 'email_taken', NULL::uuid, false;
    RETURN;
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'operator_add',
           jsonb_build_object(
             'user_id', p_id, 'name', p_name, 'email', lower(p_email), 'link_digest', encode(p_link_digest, 'hex')),
           CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::uuid, false;
    RETURN;
  END IF;

  IF v_alone THEN
    PERFORM tell_operators('made ' || lower(p_email) || ' an operator');
  END IF;
  -- whoever writes a password of theirs in this moment is waited for, or waits (guard_operator)
  PERFORM FROM dashboard_user WHERE email = lower(p_email) FOR UPDATE;
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, NULL, 'operator', p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = NULL, role = 'operator', name = excluded.name, email_verified = false, image = NULL,
         two_factor_enabled = false, disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
  RETURNING u.id INTO v_id;
  PERFORM forget_access(v_id);
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (v_id, p_link_digest, clock_timestamp() + interval '24 hours');
  RETURN QUERY SELECT 'added', v_id, v_alone;
END $$;

CREATE OR REPLACE FUNCTION disable_operator(p_user uuid, p_actor text, p_approval uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  PERFORM FROM dashboard_user WHERE id = p_user AND role = 'operator' AND disabled_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_operator';
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_disable', jsonb_build_object('user_id', p_user), NULL, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  UPDATE dashboard_user SET disabled_at = now(), two_factor_enabled = false, updated_at = now() WHERE id = p_user;
  PERFORM forget_access(p_user);
  RETURN 'disabled';
END $$;

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

CREATE OR REPLACE FUNCTION decide_approval(
  p_id uuid, p_approve boolean, p_decider uuid, p_session uuid, p_note text)
RETURNS TABLE (outcome text, result jsonb)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_approval approval;
  v_factor_at timestamptz;
  v_enrolled_at timestamptz;
  v_own boolean;
  v_about boolean;
  v_p jsonb;
  v_result jsonb;
BEGIN
  -- Who may never decide it locks nothing that others wait for: this was fixed when it was asked for.
  SELECT * INTO v_approval FROM approval a WHERE a.id = p_id;
  v_own := p_decider::text = v_approval.requested_by OR coalesce(p_decider = v_approval.requested_as, false);
  v_about := coalesce(p_decider::text = v_approval.payload ->> 'user_id', false);
  IF NOT (v_own OR v_about) THEN
    SELECT * INTO v_approval FROM approval a WHERE a.id = p_id FOR NO KEY UPDATE;
    IF v_approval.kind LIKE 'operator%' THEN
      PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0); -- before the lock of the decider
    END IF;
  END IF;
  SELECT s.factor_at, f.enrolled_at INTO v_factor_at, v_enrolled_at
    FROM dashboard_user u
    JOIN dashboard_session s ON s.user_id = u.id AND s.id = p_session AND s.expires_at > clock_timestamp()
    LEFT JOIN dashboard_two_factor f ON f.user_id = u.id AND f.verified
   WHERE u.id = p_decider AND u.role = 'operator' AND u.disabled_at IS NULL
     FOR SHARE OF u;
  outcome := CASE
    WHEN NOT FOUND THEN 'not_an_operator'
    WHEN v_approval.id IS NULL THEN 'no_such_approval'
    WHEN v_approval.state <> 'requested' THEN 'decided_before'
    WHEN v_approval.expires_at <= clock_timestamp() THEN 'expired'
    WHEN v_own THEN 'own_request'
    WHEN v_about THEN 'about_decider'
    WHEN coalesce(v_factor_at <= clock_timestamp() - interval '5 minutes', true) THEN 'factor_stale'
    WHEN coalesce(v_enrolled_at >= v_approval.requested_at, true) THEN 'factor_too_young'
    WHEN NOT p_approve THEN 'declined'
  END;
  IF outcome = 'decided_before' THEN
    result := jsonb_build_object('state', v_approval.state);
  ELSIF outcome = 'declined' THEN
    UPDATE approval SET state = 'declined', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  v_p := v_approval.payload;
  BEGIN
    UPDATE approval SET state = 'approved', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
    CASE v_approval.kind
      WHEN 'fund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM fund_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                           v_approval.requested_by, p_id) done;
      WHEN 'adjust' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM adjust_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                             (v_p ->> 'entry_id')::bigint, v_p ->> 'reason', (v_p ->> 'below_zero')::boolean,
                             v_approval.requested_by, p_id) done;
      WHEN 'refund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM settle_by_operator(
                 jsonb_build_object(
                   'id', v_p ->> 'purchase_id', 'basis', 'operator', 'target_status', 'failed',
                   'reverses', v_p -> 'delivered',
                   'cause', v_p ->> 'cause', 'cause_code', 'operator', 'message', v_p ->> 'message'),
                 v_approval.requested_by, p_id) done;
      WHEN 'limits' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM change_limits((v_p ->> 'approval_limit_kobo')::bigint, (v_p ->> 'daily_cap_kobo')::bigint,
                             v_approval.requested_by, p_id) done;
      WHEN 'operator_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_operator((v_p ->> 'user_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                            decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id) done;
      WHEN 'operator_link' THEN
        v_result := jsonb_build_object('outcome', link_operator(
          (v_p ->> 'user_id')::uuid, decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id));
      WHEN 'operator_factor_reset' THEN
        v_result := jsonb_build_object('outcome', reset_operator_factor(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'operator_disable' THEN
        v_result := jsonb_build_object('outcome', disable_operator(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'owner_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_owner((v_p ->> 'user_id')::uuid, (v_p ->> 'account_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                         v_approval.requested_by, p_id) done;
    END CASE;
    -- What was done has used the approval. Otherwise all of it is undone, the approval with it.
    PERFORM FROM approval a WHERE a.id = p_id AND a.used_at IS NOT NULL;
    IF NOT FOUND OR coalesce(v_result ->> 'outcome', '') NOT IN (
         'funded', 'adjusted', 'settled', 'changed', 'added', 'linked', 'reset', 'disabled') THEN
      RAISE EXCEPTION 'not done' USING ERRCODE = 'TP003';
    END IF;
    outcome := 'approved';
  EXCEPTION WHEN SQLSTATE 'TP003' THEN
    outcome := 'not_done';
  END;
  result := (SELECT jsonb_object_agg(fact.key, fact.value #>> '{}') FROM jsonb_each(v_result) fact
              WHERE fact.value <> 'null');
  RETURN NEXT;
END $$;

REVOKE EXECUTE ON FUNCTION forget_access(uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION add_owner(uuid, uuid, text, text, text, uuid) FROM PUBLIC;

-- Until the next `db:grant`: whoever adds operators adds owners.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT acl.grantee::regrole AS role
      FROM pg_proc old CROSS JOIN aclexplode(old.proacl) acl
     WHERE old.proname = 'add_operator' AND old.pronamespace = current_schema()::regnamespace
       AND acl.privilege_type = 'EXECUTE' AND acl.grantee NOT IN (0, old.proowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION add_owner(uuid, uuid, text, text, text, uuid) TO %s', granted.role);
  END LOOP;
END $$;

-- Steps that move money or trust are judged in the database: by a limit above which a second operator must approve, and
-- by a daily cap of each operator and of `ops`. Wallets can be corrected.
--
-- ALTER TABLE waits for the purchases that are under way, and purchases wait for it: for a moment. No table is rewritten
-- or read through.

-- The rule of money: one row, written by `db:migrate` from the settings the first time, later changed by change_limits.
-- `approvals` is written by each `db:migrate`.
CREATE TABLE money_rule (
  single              boolean PRIMARY KEY DEFAULT true CHECK (single),
  approval_limit_kobo bigint NOT NULL DEFAULT 100000000 CHECK (approval_limit_kobo >= 0),
  daily_cap_kobo      bigint NOT NULL DEFAULT 500000000 CHECK (daily_cap_kobo >= 0),
  approvals           text NOT NULL DEFAULT 'required' CHECK (approvals IN ('required', 'off')),
  changed_at          timestamptz(6)
);
INSERT INTO money_rule DEFAULT VALUES;
CREATE TRIGGER money_rule_is_kept BEFORE DELETE ON money_rule FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER money_rule_is_not_emptied BEFORE TRUNCATE ON money_rule FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- What somebody asked a second operator for. It is decided once, and used once: by what decides it.
CREATE TABLE approval (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind              text NOT NULL CHECK (kind IN ('fund', 'adjust', 'refund', 'limits', 'operator_add', 'operator_link',
                                                  'operator_factor_reset', 'operator_disable')),
  payload           jsonb NOT NULL,
  note              text NOT NULL,
  requested_by      text NOT NULL,
  requested_as      uuid,
  requested_session uuid,
  requested_at      timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  expires_at        timestamptz(6) NOT NULL DEFAULT clock_timestamp() + interval '24 hours',
  state             text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'approved', 'declined', 'cancelled')),
  decided_by        uuid,
  decided_session   uuid,
  decided_at        timestamptz(6),
  decision_note     text,
  used_at           timestamptz(6),
  CHECK ((state = 'requested') = (decided_at IS NULL)),
  CHECK ((state IN ('approved', 'declined')) = (decided_by IS NOT NULL)),
  CHECK (used_at IS NULL OR state = 'approved')
);
CREATE INDEX approval_requested_at_idx ON approval (requested_at);
CREATE TRIGGER approval_is_decided_once BEFORE UPDATE ON approval FOR EACH ROW WHEN (
     OLD.state IN ('declined', 'cancelled') OR OLD.used_at IS NOT NULL
  OR (OLD.id, OLD.kind, OLD.payload, OLD.note, OLD.requested_by, OLD.requested_as, OLD.requested_session,
      OLD.requested_at, OLD.expires_at)
     IS DISTINCT FROM
     (NEW.id, NEW.kind, NEW.payload, NEW.note, NEW.requested_by, NEW.requested_as, NEW.requested_session,
      NEW.requested_at, NEW.expires_at))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER approval_is_kept BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER approval_is_not_emptied BEFORE TRUNCATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- What each ledger entry that an operator or `ops` caused used of their daily cap.
CREATE TABLE cap_use (
  entry_id    bigint PRIMARY KEY,
  actor       text NOT NULL,
  day         date NOT NULL, -- in Lagos
  amount_kobo bigint NOT NULL CHECK (amount_kobo > 0),
  approval_id uuid
);
CREATE INDEX cap_use_actor_day_idx ON cap_use (actor, day);
CREATE TRIGGER cap_use_is_append_only BEFORE UPDATE OR DELETE ON cap_use FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER cap_use_is_not_emptied BEFORE TRUNCATE ON cap_use FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- Only an adjustment brings a balance below zero. `floor_kobo`: how far the last one did; nothing else goes deeper.
ALTER TABLE wallet ADD COLUMN floor_kobo bigint NOT NULL DEFAULT 0 CHECK (floor_kobo <= 0);
ALTER TABLE wallet DROP CONSTRAINT wallet_balance_kobo_check;
ALTER TABLE wallet ADD CONSTRAINT wallet_balance_kobo_check CHECK (balance_kobo >= floor_kobo);
ALTER TABLE ledger_entry
  ADD COLUMN corrects_id bigint,
  ADD COLUMN reason      text,
  DROP CONSTRAINT ledger_entry_balance_before_kobo_check,
  DROP CONSTRAINT ledger_entry_balance_after_kobo_check,
  -- not validated: the constraints before were stricter
  ADD CONSTRAINT ledger_entry_below_zero_check
    CHECK (balance_after_kobo >= 0 OR amount_kobo > 0 OR kind = 'adjustment') NOT VALID;

CREATE OR REPLACE FUNCTION is_guard_actor(p_actor text, p_approved boolean) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (p_actor IN ('ops', 'released') OR EXISTS (
           SELECT FROM dashboard_user u
            WHERE u.id::text = p_actor AND u.role = 'operator' AND u.disabled_at IS NULL))
     AND (p_approved OR p_actor = 'released'
          OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'money_rule'::regclass), 'MEMBER')
          OR has_function_privilege(session_user, 'decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE')
             = (p_actor <> 'ops'))
$$;

CREATE OR REPLACE FUNCTION is_alone(p_actor text, p_approval uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_actor = 'ops' AND p_approval IS NULL AND (SELECT approvals FROM money_rule) = 'required'
         AND (SELECT count(*) FROM dashboard_user WHERE role = 'operator' AND disabled_at IS NULL) < 2
$$;

CREATE OR REPLACE FUNCTION tell_operators(p_what text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO mail (user_id, email, subject, text)
  SELECT u.id, u.email, 'A change of the operators of the top-up service',
         format(E'Hello,\n\n`ops` %s, without an approval, because fewer than two operators could sign in.\n\n'
                'If you do not know of this, find out who it was: the audit log says.\n', p_what)
    FROM dashboard_user u WHERE u.role = 'operator' AND u.disabled_at IS NULL
$$;

CREATE OR REPLACE FUNCTION use_approval(p_id uuid, p_kind text, p_payload jsonb, p_actor text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE approval SET used_at = clock_timestamp()
   WHERE id = p_id AND state = 'approved' AND used_at IS NULL AND expires_at > clock_timestamp()
     AND kind = p_kind AND payload = p_payload AND requested_by = p_actor;
  RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION judge_step(
  p_kind text, p_payload jsonb, p_limited_kobo bigint, p_counted_kobo bigint, p_actor text, p_approval uuid,
  OUT refusal text, OUT bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rule money_rule;
BEGIN
  SELECT * INTO STRICT v_rule FROM money_rule;
  IF NOT is_guard_actor(p_actor, p_approval IS NOT NULL)
     OR p_actor = 'released' AND (p_kind NOT IN ('fund', 'refund') OR p_approval IS NOT NULL) THEN
    refusal := 'not_an_operator';
  ELSIF p_approval IS NOT NULL THEN
    IF NOT use_approval(p_approval, p_kind, p_payload, p_actor) THEN
      refusal := 'approval_not_valid';
    END IF;
  ELSIF v_rule.approvals = 'required' AND (p_limited_kobo IS NULL OR p_limited_kobo > v_rule.approval_limit_kobo) THEN
    refusal := 'approval_needed';
    bound_kobo := CASE WHEN p_limited_kobo IS NOT NULL THEN v_rule.approval_limit_kobo END;
  END IF;
  IF refusal IS NULL AND p_counted_kobo > 0 THEN
    PERFORM pg_advisory_xact_lock('cap_use'::regclass::integer, hashtext(p_actor));
    bound_kobo := v_rule.daily_cap_kobo
      - (SELECT coalesce(sum(used.amount_kobo), 0) FROM cap_use used
          WHERE used.actor = p_actor AND used.day = (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date);
    IF p_counted_kobo > bound_kobo THEN
      refusal := 'cap_exceeded';
      bound_kobo := greatest(bound_kobo, 0);
    END IF;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION write_entry(
  p_account uuid, p_kind text, p_amount_kobo bigint, p_reference text, p_corrects bigint, p_reason text)
RETURNS ledger_entry LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_balance_kobo bigint;
  v_entry ledger_entry;
BEGIN
  SELECT balance_kobo INTO STRICT v_balance_kobo FROM wallet WHERE account_id = p_account FOR NO KEY UPDATE;
  INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference,
                            corrects_id, reason)
  VALUES (p_account, p_kind, p_amount_kobo, v_balance_kobo, v_balance_kobo + p_amount_kobo, p_reference,
          p_corrects, p_reason)
  RETURNING * INTO v_entry;
  UPDATE wallet SET balance_kobo = v_entry.balance_after_kobo, floor_kobo = least(v_entry.balance_after_kobo, 0)
   WHERE account_id = p_account;
  RETURN v_entry;
END $$;

CREATE OR REPLACE FUNCTION count_on_cap(p_actor text, p_entry ledger_entry, p_approval uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO cap_use (entry_id, actor, day, amount_kobo, approval_id)
  VALUES (p_entry.id, p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, p_entry.amount_kobo, p_approval)
$$;

CREATE OR REPLACE FUNCTION fund_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  PERFORM FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'funded_before', entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'fund',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference),
           p_amount_kobo, p_amount_kobo, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'funding', p_amount_kobo, p_reference, NULL, NULL);
  PERFORM count_on_cap(p_actor, v_entry, p_approval);
  RETURN QUERY
    SELECT 'funded', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

CREATE OR REPLACE FUNCTION adjust_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_entry bigint, p_reason text, p_below_zero boolean,
  p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_balance_kobo bigint;
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  SELECT wallet.balance_kobo INTO v_balance_kobo FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'adjusted_before', entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'adjustment' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;
  IF p_entry IS NOT NULL AND NOT EXISTS (
       SELECT FROM ledger_entry entry WHERE entry.id = p_entry AND entry.account_id = p_account) THEN
    RETURN QUERY SELECT 'no_such_entry', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  IF p_amount_kobo < 0 AND v_balance_kobo + p_amount_kobo < 0 AND NOT p_below_zero THEN
    RETURN QUERY SELECT 'below_zero', NULL::bigint, v_balance_kobo, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'adjust',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference,
             'entry_id', p_entry::text, 'reason', p_reason, 'below_zero', p_below_zero),
           CASE WHEN NOT p_below_zero THEN abs(p_amount_kobo) END, greatest(p_amount_kobo, 0),
           p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'adjustment', p_amount_kobo, p_reference, p_entry, p_reason);
  IF p_amount_kobo > 0 THEN
    PERFORM count_on_cap(p_actor, v_entry, p_approval);
  END IF;
  RETURN QUERY
    SELECT 'adjusted', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

CREATE OR REPLACE FUNCTION settle_by_operator(p_item jsonb, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, status text, event_id uuid, notification_id uuid, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid := p_item ->> 'id';
  v_refunds boolean := p_item ->> 'target_status' IN ('failed', 'refunded');
  v_purchase purchase;
  v_delivered boolean;
  v_outcome text;
  v_declined boolean;
  v_refusal text;
  v_bound_kobo bigint;
BEGIN
  IF coalesce(p_item ->> 'basis', '') NOT IN ('operator', 'never_sent')
     OR coalesce(p_item ->> 'target_status', '') NOT IN ('success', 'failed', 'refunded') THEN
    RAISE EXCEPTION 'settle_by_operator: not a decision of an operator';
  END IF;

  -- 1. Lock the wallet, then the purchase.
  PERFORM FROM wallet WHERE wallet.account_id = (SELECT q.account_id FROM purchase q WHERE q.id = v_id)
     FOR NO KEY UPDATE;
  SELECT * INTO v_purchase FROM purchase q WHERE q.id = v_id FOR NO KEY UPDATE;
  v_delivered := coalesce((p_item ->> 'reverses')::boolean AND v_purchase.status = 'success', false);

  -- 2. Judge, unless no money would go back.
  v_outcome := settlement_outcome(
    p_target_status => p_item ->> 'target_status', p_basis => p_item ->> 'basis', p_is_repeat => false,
    p_status => v_purchase.status, p_sends => v_purchase.sends,
    p_in_flight => coalesce(v_purchase.claim_expires_at > clock_timestamp(), false), p_not_found_stale => false,
    p_rival_open => false, p_token_awaited => v_purchase.token_awaited, p_wallet_locked => true);
  v_declined := v_refunds AND NOT v_delivered AND v_outcome NOT IN ('settled', 'contradiction');
  v_refunds := v_refunds AND (v_delivered OR v_outcome = 'settled');
  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'refund',
           jsonb_build_object(
             'purchase_id', v_id, 'amount_kobo', v_purchase.amount_kobo::text, 'delivered', v_delivered,
             'cause', p_item ->> 'cause', 'message', p_item ->> 'message'),
           CASE WHEN NOT v_refunds OR v_purchase.sends = 0 THEN 0
                WHEN NOT v_delivered THEN v_purchase.amount_kobo END,
           CASE WHEN v_refunds THEN v_purchase.amount_kobo ELSE 0 END, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, v_purchase.status, NULL::uuid, NULL::uuid, v_bound_kobo;
    RETURN;
  END IF;

  -- 3. Record it. A refund that step 2 did not judge must not happen: the claim may have expired since.
  IF v_declined THEN
    RETURN QUERY SELECT v_outcome, v_purchase.status, NULL::uuid, NULL::uuid, NULL::bigint;
  ELSIF v_refunds AND v_delivered THEN
    RETURN QUERY
      SELECT 'settled', 'refunded', reversed.event_id, NULL::uuid, NULL::bigint
        FROM record_reversal(v_id, p_item ->> 'cause', p_item ->> 'message') reversed;
  ELSE
    RETURN QUERY
      SELECT settled.outcome, settled.status, settled.event_id, settled.notification_id, NULL::bigint
        FROM record_settlements(jsonb_build_array(p_item), true) settled;
  END IF;
  IF v_refunds THEN
    PERFORM count_on_cap(p_actor, entry, p_approval)
       FROM ledger_entry entry WHERE entry.purchase_id = v_id AND entry.kind = 'refund';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION change_limits(
  p_approval_limit_kobo bigint, p_daily_cap_kobo bigint, p_actor text, p_approval uuid)
RETURNS TABLE (outcome text, limit_before_kobo bigint, cap_before_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rule money_rule;
  v_refusal text;
BEGIN
  SELECT * INTO STRICT v_rule FROM money_rule FOR NO KEY UPDATE;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step(
           'limits',
           jsonb_build_object(
             'approval_limit_kobo', p_approval_limit_kobo::text, 'daily_cap_kobo', p_daily_cap_kobo::text),
           NULL, 0, p_actor, p_approval) judged;
  IF v_refusal IS NULL THEN
    UPDATE money_rule
       SET approval_limit_kobo = p_approval_limit_kobo, daily_cap_kobo = p_daily_cap_kobo,
           changed_at = clock_timestamp();
  END IF;
  RETURN QUERY SELECT coalesce(v_refusal, 'changed'), v_rule.approval_limit_kobo, v_rule.daily_cap_kobo;
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
  INSERT INTO dashboard_user AS u (id, account_id, role, name, email)
  VALUES (p_id, NULL, 'operator', p_name, lower(p_email))
  ON CONFLICT (email) DO UPDATE
     SET account_id = NULL, role = 'operator', name = excluded.name,
         disabled_at = NULL, last_sign_in_at = NULL, updated_at = now()
  RETURNING u.id INTO v_id;
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (v_id, p_link_digest, clock_timestamp() + interval '24 hours')
  ON CONFLICT (user_id) DO UPDATE
     SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = clock_timestamp();
  RETURN QUERY SELECT 'added', v_id, v_alone;
END $$;

CREATE OR REPLACE FUNCTION link_operator(p_user uuid, p_link_digest bytea, p_actor text, p_approval uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text;
  v_alone boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  v_alone := is_alone(p_actor, p_approval);
  PERFORM FROM dashboard_user WHERE id = p_user AND role = 'operator' AND disabled_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_operator';
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_link',
                    jsonb_build_object('user_id', p_user, 'link_digest', encode(p_link_digest, 'hex')),
                    CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  IF v_alone THEN
    PERFORM tell_operators('made a link with which an operator sets a new password');
  END IF;
  INSERT INTO dashboard_link (user_id, digest, expires_at)
  VALUES (p_user, p_link_digest, clock_timestamp() + interval '24 hours')
  ON CONFLICT (user_id) DO UPDATE
     SET digest = excluded.digest, expires_at = excluded.expires_at, created_at = clock_timestamp();
  RETURN 'linked';
END $$;

CREATE OR REPLACE FUNCTION reset_operator_factor(p_user uuid, p_actor text, p_approval uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_refusal text;
  v_alone boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0);
  v_alone := is_alone(p_actor, p_approval);
  PERFORM FROM dashboard_user WHERE id = p_user AND role = 'operator' AND disabled_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_operator';
  END IF;
  IF NOT EXISTS (SELECT FROM dashboard_two_factor WHERE user_id = p_user) THEN
    RETURN 'no_factor';
  END IF;
  SELECT judged.refusal INTO v_refusal
    FROM judge_step('operator_factor_reset', jsonb_build_object('user_id', p_user),
                    CASE WHEN v_alone THEN 0 END, 0, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN v_refusal;
  END IF;
  IF v_alone THEN
    PERFORM tell_operators('removed the second factor of an operator');
  END IF;
  UPDATE dashboard_user SET two_factor_enabled = false, updated_at = now() WHERE id = p_user;
  DELETE FROM dashboard_two_factor WHERE user_id = p_user;
  DELETE FROM dashboard_session WHERE user_id = p_user;
  RETURN 'reset';
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
  DELETE FROM dashboard_session WHERE user_id = p_user;
  DELETE FROM dashboard_verification WHERE value = p_user::text;
  DELETE FROM dashboard_device WHERE user_id = p_user;
  DELETE FROM dashboard_link WHERE user_id = p_user;
  DELETE FROM dashboard_credential WHERE user_id = p_user;
  DELETE FROM dashboard_two_factor WHERE user_id = p_user;
  RETURN 'disabled';
END $$;

CREATE OR REPLACE FUNCTION request_approval(
  p_kind text, p_payload jsonb, p_note text, p_actor text, p_as uuid, p_session uuid)
RETURNS TABLE (outcome text, approval_id uuid, expires_at timestamptz, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_cap_kobo bigint := (SELECT daily_cap_kobo FROM money_rule);
BEGIN
  IF NOT is_guard_actor(p_actor, false) OR p_actor = 'released' OR p_actor = 'ops' AND NOT EXISTS (
       SELECT FROM dashboard_user u WHERE u.id = p_as AND u.role = 'operator' AND u.disabled_at IS NULL) THEN
    RETURN QUERY SELECT 'not_an_operator', NULL::uuid, NULL::timestamptz, NULL::bigint;
    RETURN;
  END IF;
  IF (p_payload ->> 'amount_kobo')::bigint > v_cap_kobo THEN
    RETURN QUERY SELECT 'cap_exceeded', NULL::uuid, NULL::timestamptz, v_cap_kobo;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'requested_before', a.id, a.expires_at, NULL::bigint FROM approval a
     WHERE a.state = 'requested' AND a.expires_at > clock_timestamp() AND a.requested_by = p_actor
       AND a.kind = p_kind AND a.payload - 'link_digest' = p_payload - 'link_digest' LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    INSERT INTO approval (kind, payload, note, requested_by, requested_as, requested_session)
    VALUES (p_kind, p_payload, p_note, p_actor, p_as, p_session)
    RETURNING 'requested', approval.id, approval.expires_at, NULL::bigint;
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

CREATE OR REPLACE FUNCTION cancel_approval(p_id uuid, p_actor text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_approval approval;
BEGIN
  SELECT * INTO v_approval FROM approval WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'no_such_approval';
  ELSIF v_approval.requested_by <> p_actor THEN
    RETURN 'not_yours';
  ELSIF v_approval.state <> 'requested' OR v_approval.expires_at <= clock_timestamp() THEN
    RETURN 'decided_before';
  END IF;
  UPDATE approval SET state = 'cancelled', decided_at = clock_timestamp() WHERE id = p_id;
  RETURN 'cancelled';
END $$;

CREATE OR REPLACE FUNCTION guard_operator() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user <> (SELECT pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID)
     AND NOT (TG_TABLE_NAME IN ('dashboard_credential', 'dashboard_two_factor')
              AND has_function_privilege('public.decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE'))
     AND (TG_TABLE_NAME = 'dashboard_user' OR EXISTS (
       SELECT FROM public.dashboard_user u
        WHERE u.role = 'operator' AND u.id::text IN (to_jsonb(OLD) ->> 'user_id', to_jsonb(NEW) ->> 'user_id'))) THEN
    RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE OR REPLACE FUNCTION refuse_released(p_outcome text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF p_outcome = 'approval_needed' THEN
    RAISE EXCEPTION 'this needs the approval of a second operator, which version 0.1.0 cannot ask for: upgrade'
      USING ERRCODE = 'TP004';
  ELSIF p_outcome = 'cap_exceeded' THEN
    RAISE EXCEPTION 'the daily cap of version 0.1.0 is used up' USING ERRCODE = 'TP004';
  ELSIF p_outcome IN ('not_an_operator', 'approval_not_valid') THEN
    RAISE EXCEPTION 'this is refused: %', p_outcome USING ERRCODE = 'TP004';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION fund_wallet(p_account uuid, p_amount_kobo bigint, p_reference text)
RETURNS TABLE (funded boolean, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_funding record;
BEGIN
  SELECT * INTO v_funding FROM fund_wallet(p_account, p_amount_kobo, p_reference, 'released', NULL);
  IF v_funding.outcome = 'no_such_account' THEN
    RAISE EXCEPTION 'fund_wallet: there is no such account' USING ERRCODE = 'no_data_found';
  END IF;
  PERFORM refuse_released(v_funding.outcome);
  RETURN QUERY
    SELECT v_funding.outcome = 'funded', v_funding.amount_kobo, v_funding.balance_before_kobo,
           v_funding.balance_after_kobo;
END $$;

CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_outcome text;
BEGIN
  IF NOT EXISTS (SELECT FROM purchase WHERE id = p_id AND status = 'success') THEN
    RETURN false;
  END IF;
  SELECT settled.outcome INTO v_outcome
    FROM settle_by_operator(
           jsonb_build_object('id', p_id, 'basis', 'operator', 'target_status', 'failed',
                              'reverses', true, 'cause', p_cause, 'cause_code', 'operator', 'message', p_message),
           'released', NULL) settled;
  PERFORM refuse_released(v_outcome);
  RETURN v_outcome = 'settled';
END $$;

CREATE OR REPLACE FUNCTION settle_purchases(p_items jsonb, p_wait boolean)
RETURNS TABLE (n integer, outcome text, status text, event_id uuid, notification_id uuid)
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_evidence_keys text[] := '{provider_transaction_id,answer,mismatch,refused_code,refusal}';
  v_items jsonb;
  v_item record;
  v_decided record;
BEGIN
  SELECT jsonb_agg(
           jsonb_build_object(
             'id', item.id,
             'target_status', item.goal,
             'basis', CASE item.ground WHEN 'refusal' THEN 'rejection_repeated' ELSE item.ground END,
             'cause', item.cause,
             'cause_code', cause_code_of(item.cause),
             'message', item.message,
             'delivered', item.result - v_evidence_keys - 'token_awaited',
             'evidence', (SELECT jsonb_object_agg(fact.key, fact.value) FROM jsonb_each(item.result) fact
                           WHERE fact.key = ANY (v_evidence_keys)),
             'token_awaited', item.result ? 'token_awaited',
             'cost_kobo', item.cost_kobo,
             'next_check_ms', item.next_check_ms,
             'refused_with', item.refused_with,
             'order_seen', item.order_seen,
             'not_found', item.missing,
             'missing_count', item.missing_count,
             'only_if_alone', item.alone,
             'review', item.review)
           ORDER BY item.n)
    INTO v_items
    FROM ROWS FROM (
           jsonb_to_recordset(p_items) AS (
             id uuid, goal text, ground text, cause text, message text, result jsonb, cost_kobo bigint,
             next_check_ms bigint, refused_with text, order_seen boolean, missing boolean, missing_count integer,
             alone boolean, review boolean))
         WITH ORDINALITY AS item (
           id, goal, ground, cause, message, result, cost_kobo, next_check_ms, refused_with, order_seen,
           missing, missing_count, alone, review, n);

  IF v_items @> '[{"basis": "operator"}]'
     OR v_items @> '[{"basis": "never_sent"}]'
        AND NOT has_function_privilege('record_settlements(jsonb, boolean)', 'EXECUTE') THEN
    FOR v_item IN SELECT each.value, each.n FROM jsonb_array_elements(v_items) WITH ORDINALITY AS each (value, n) LOOP
      SELECT * INTO v_decided FROM settle_by_operator(v_item.value, 'released', NULL);
      PERFORM refuse_released(v_decided.outcome);
      RETURN QUERY
        SELECT v_item.n::integer,
               CASE v_decided.outcome WHEN 'declined' THEN 'refused' WHEN 'unknown_purchase' THEN 'missing'
                                      ELSE v_decided.outcome END,
               v_decided.status, v_decided.event_id, v_decided.notification_id;
    END LOOP;
    RETURN;
  END IF;

  RETURN QUERY
    SELECT settled.n,
           CASE settled.outcome WHEN 'declined' THEN 'refused'
                                WHEN 'repeated' THEN 'again'
                                WHEN 'unknown_purchase' THEN 'missing'
                                ELSE settled.outcome END,
           settled.status, settled.event_id, settled.notification_id
      FROM record_settlements(v_items, p_wait) settled
     ORDER BY settled.n;
END $$;

CREATE TRIGGER operators_are_guarded BEFORE INSERT ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'operator') EXECUTE FUNCTION guard_operator();
CREATE TRIGGER operators_stay_guarded BEFORE UPDATE OF id, role, account_id, email, disabled_at ON dashboard_user
  FOR EACH ROW
  WHEN ((OLD.role = 'operator' OR NEW.role = 'operator')
        AND (OLD.id, OLD.role, OLD.account_id, OLD.email, OLD.disabled_at)
            IS DISTINCT FROM (NEW.id, NEW.role, NEW.account_id, NEW.email, NEW.disabled_at))
  EXECUTE FUNCTION guard_operator();
CREATE TRIGGER operator_links_are_guarded BEFORE INSERT OR UPDATE ON dashboard_link FOR EACH ROW
  EXECUTE FUNCTION guard_operator();
CREATE TRIGGER operator_passwords_are_guarded BEFORE INSERT OR UPDATE OR DELETE ON dashboard_credential FOR EACH ROW
  EXECUTE FUNCTION guard_operator();
CREATE TRIGGER operator_factors_are_guarded BEFORE DELETE ON dashboard_two_factor FOR EACH ROW
  EXECUTE FUNCTION guard_operator();

REVOKE EXECUTE ON FUNCTION is_guard_actor(text, boolean) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION is_alone(text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION tell_operators(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION use_approval(uuid, text, jsonb, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION judge_step(text, jsonb, bigint, bigint, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION write_entry(uuid, text, bigint, text, bigint, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION count_on_cap(text, ledger_entry, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION fund_wallet(uuid, bigint, text, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION adjust_wallet(uuid, bigint, text, bigint, text, boolean, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION settle_by_operator(jsonb, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION change_limits(bigint, bigint, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION add_operator(uuid, text, text, bytea, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION link_operator(uuid, bytea, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION reset_operator_factor(uuid, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION disable_operator(uuid, text, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION request_approval(text, jsonb, text, text, uuid, uuid) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION decide_approval(uuid, boolean, uuid, uuid, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION cancel_approval(uuid, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION fund_wallet(uuid, bigint, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION reverse_purchase(uuid, text, text) FROM PUBLIC;

-- Until the next `db:grant`: whoever decided on purchases before does what operators do, and reads the rule, the
-- approvals and the caps.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT acl.grantee::regrole AS role
      FROM pg_proc old CROSS JOIN aclexplode(old.proacl) acl
     WHERE old.proname = 'record_reversal' AND old.pronamespace = current_schema()::regnamespace
       AND acl.privilege_type = 'EXECUTE' AND acl.grantee NOT IN (0, old.proowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION fund_wallet(uuid, bigint, text, text, uuid), adjust_wallet(uuid, bigint, text, bigint, text, boolean, text, uuid), settle_by_operator(jsonb, text, uuid), change_limits(bigint, bigint, text, uuid), add_operator(uuid, text, text, bytea, text, uuid), link_operator(uuid, bytea, text, uuid), reset_operator_factor(uuid, text, uuid), disable_operator(uuid, text, uuid), request_approval(text, jsonb, text, text, uuid, uuid), decide_approval(uuid, boolean, uuid, uuid, text), cancel_approval(uuid, text) TO %s', granted.role);
    EXECUTE format('GRANT SELECT ON money_rule, approval, cap_use TO %s', granted.role);
  END LOOP;
END $$;

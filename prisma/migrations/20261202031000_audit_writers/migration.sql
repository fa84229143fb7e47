-- A role writes its own entries of the audit log: it cannot choose their ids, nor name an actor that it does not speak
-- for, and each entry keeps which role wrote it. Old entries keep their hashes: the new column is null in them.
--
-- ALTER TABLE waits for the actions that are under way, and actions wait for it; purchases do not. It rewrites nothing.
ALTER TABLE audit_log ADD COLUMN db_role text;

ALTER TABLE audit_log ALTER COLUMN id DROP DEFAULT;
DROP SEQUENCE audit_log_id_seq;
ALTER TABLE audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval('audit_log_id_seq', coalesce((SELECT max(id) FROM audit_log), 0) + 1, false);

CREATE OR REPLACE FUNCTION audit_hash(p_previous bytea, p_n bigint, p_entry audit_log) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(p_previous, ''::bytea) || convert_to(p_n || ' ' || jsonb_strip_nulls(jsonb_build_object(
    'id', p_entry.id,
    'at', to_char(p_entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor_kind', p_entry.actor_kind,
    'user_id', p_entry.user_id,
    'session_id', p_entry.session_id,
    'request_id', p_entry.request_id,
    'action', p_entry.action,
    'account_id', p_entry.account_id,
    'request_ref', p_entry.request_ref,
    'subject', CASE WHEN NOT p_entry.subject_is_person THEN p_entry.subject END,
    'subject_id', p_entry.subject_id,
    'before', p_entry.before::text,
    'after', p_entry.after::text,
    'details', p_entry.details::text,
    'db_role', p_entry.db_role,
    'personal', encode(p_entry.personal_digest, 'hex')))::text, 'UTF8'))
$$;

CREATE OR REPLACE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_owner oid := (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID);
BEGIN
  NEW.at := clock_timestamp();
  NEW.db_role := session_user;
  NEW.actor_kind := coalesce(NEW.actor_kind, CASE NEW.user_id WHEN 'ops' THEN 'ops' ELSE 'operator' END);
  IF NOT pg_has_role(session_user, v_owner, 'MEMBER') AND NEW.actor_kind <> ALL (CASE
       WHEN has_function_privilege(session_user, 'public.seal_audit_log(integer)', 'EXECUTE')
         THEN '{key,system}'
       WHEN has_function_privilege(session_user, 'public.decide_approval(uuid, boolean, uuid, uuid, text)', 'EXECUTE')
         THEN '{operator,user,system}'
       WHEN has_function_privilege(session_user, 'public.cancel_approval(uuid, text)', 'EXECUTE')
         THEN '{ops}'
       ELSE '{}'
     END::text[]) THEN
    RAISE EXCEPTION '%: % writes no entry of kind %', TG_NAME, session_user, NEW.actor_kind USING ERRCODE = 'TP002';
  END IF;
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.personal_digest := public.audit_personal_digest(NEW);
  RETURN NEW;
END $$;

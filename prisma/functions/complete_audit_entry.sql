-- Completes a new entry of the audit log: time, role, salt and digest. Trigger function of audit_log_is_complete. The
-- role is the one that wrote the entry, the salt is for this entry alone, and the digest is of its personal fields.
--
-- A role names only the actors that it speaks for: api and worker keys and themselves, the dashboard people and itself,
-- `ops` itself. The functions that a role may call say what it is for. An entry of the system or of a key names nobody
-- else, and an entry has at most 1 MiB: one of more than 256 MB could not be hashed, and the chain would end before it.
-- Otherwise it fails with SQLSTATE TP002.
-- It runs as its caller, whose temporary tables must not stand for its own.
CREATE OR REPLACE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_owner oid := (SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid = TG_RELID);
  v_named boolean := true;
BEGIN
  NEW.at := clock_timestamp();
  NEW.db_role := session_user;
  IF NOT pg_has_role(current_user, v_owner, 'MEMBER') AND NEW.actor_kind <> ALL (CASE
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
  IF NEW.actor_kind = 'key' THEN
    v_named := NEW.user_email = 'API key' AND EXISTS (SELECT FROM public.api_key k WHERE k.id::text = NEW.user_id);
  ELSIF NEW.actor_kind = 'system' THEN
    v_named := NEW.user_id = 'system' AND NEW.user_email ~ '^[a-z]+(@.*:[0-9]+)?$';
  END IF;
  IF NOT pg_has_role(current_user, v_owner, 'MEMBER') AND (
       NOT v_named OR octet_length(NEW::text) > 1048576
       OR NEW.actor_kind IN ('key', 'system') AND (NEW.os_user IS NOT NULL OR NEW.session_id IS NOT NULL)) THEN
    RAISE EXCEPTION '%: an entry that is too large, or names another than %', TG_NAME, NEW.actor_kind
      USING ERRCODE = 'TP002';
  END IF;
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.personal_digest := public.audit_personal_digest(NEW);
  RETURN NEW;
END $$;

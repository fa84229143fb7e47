-- Every change by anybody is one row of audit_log: operators, `ops`, the users of accounts, keys, and the system itself.
-- A sealer chains the committed rows by their hashes.
--
-- Version 0.1.0 runs on: it finds the rows of operators under the name that they had, and adds its own there.
-- ALTER TABLE waits for the actions that are under way, and actions wait for it; purchases do not. It rewrites the rows
-- that are there: some seconds for a million of them.
ALTER TABLE operator_action RENAME TO audit_log;
ALTER SEQUENCE operator_action_id_seq RENAME TO audit_log_id_seq;
ALTER TABLE audit_log RENAME CONSTRAINT operator_action_pkey TO audit_log_pkey;
ALTER INDEX operator_action_request_ref_idx RENAME TO audit_log_request_ref_idx;
ALTER INDEX operator_action_account_id_id_idx RENAME TO audit_log_account_id_id_idx;
DROP TRIGGER operator_action_is_append_only ON audit_log;
ALTER TRIGGER operator_action_is_not_emptied ON audit_log RENAME TO audit_log_is_not_emptied;

ALTER TABLE audit_log
  ADD COLUMN actor_kind        text CHECK (actor_kind IN ('operator', 'user', 'ops', 'key', 'system')),
  ADD COLUMN os_user           text, -- `system_user` is a word of SQL
  ADD COLUMN session_id        uuid,
  ADD COLUMN request_id        uuid,
  ADD COLUMN address           text,
  ADD COLUMN subject_id        text,
  ADD COLUMN subject_is_person boolean NOT NULL DEFAULT false,
  ADD COLUMN before            jsonb,
  ADD COLUMN after             jsonb,
  ADD COLUMN salt              bytea,
  ADD COLUMN personal_digest   bytea;

CREATE OR REPLACE FUNCTION audit_personal_digest(p_entry audit_log) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(p_entry.salt || convert_to(
    jsonb_build_array(p_entry.user_email, p_entry.os_user, p_entry.address, p_entry.note,
                      CASE WHEN p_entry.subject_is_person THEN p_entry.subject END)::text, 'UTF8'))
$$;

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
    'personal', encode(p_entry.personal_digest, 'hex')))::text, 'UTF8'))
$$;

UPDATE audit_log SET actor_kind = CASE user_id WHEN 'ops' THEN 'ops' ELSE 'operator' END,
                     subject_is_person = action LIKE 'user.%', salt = uuid_send(gen_random_uuid());
UPDATE audit_log a SET personal_digest = audit_personal_digest(a);
ALTER TABLE audit_log ALTER COLUMN actor_kind SET NOT NULL, ALTER COLUMN personal_digest SET NOT NULL;

CREATE OR REPLACE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := clock_timestamp();
  NEW.actor_kind := coalesce(NEW.actor_kind, CASE NEW.user_id WHEN 'ops' THEN 'ops' ELSE 'operator' END);
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.personal_digest := audit_personal_digest(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_is_complete BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION complete_audit_entry();

-- One change of a row is legal: its personal fields are blanked, all of them at once, with the salt.
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log FOR EACH ROW WHEN (NOT (
  OLD.salt IS NOT NULL AND NEW.salt IS NULL
  AND NEW.user_email = 'blanked' AND NEW.os_user IS NULL AND NEW.address IS NULL AND NEW.note IS NULL
  AND NEW.subject = CASE WHEN OLD.subject_is_person THEN 'blanked' ELSE OLD.subject END
  AND to_jsonb(NEW) - '{salt,user_email,os_user,address,note,subject}'::text[]
    = to_jsonb(OLD) - '{salt,user_email,os_user,address,note,subject}'::text[]))
  EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION forbid_change();

-- For `--since`, and for the sealer.
CREATE INDEX audit_log_at_idx ON audit_log (at);

-- The chain: link `n` is the hash of the link before it and of the entry.
CREATE TABLE audit_seal (
  n         bigint PRIMARY KEY CHECK (n > 0),
  entry_id  bigint NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX audit_seal_entry_id_key ON audit_seal (entry_id);
CREATE TRIGGER audit_seal_is_append_only BEFORE UPDATE OR DELETE ON audit_seal FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_seal_is_not_emptied BEFORE TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE OR REPLACE FUNCTION seal_audit_log(p_limit integer) RETURNS TABLE (n bigint, hash bytea, sealed integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_entry audit_log;
  v_since timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock('audit_seal'::regclass::integer, 0) THEN
    RETURN;
  END IF;
  SELECT s.n, s.hash, s.sealed_at - interval '1 day' INTO n, hash, v_since
    FROM audit_seal s ORDER BY s.n DESC LIMIT 1;
  sealed := 0;
  FOR v_entry IN
    SELECT a.* FROM audit_log a
     WHERE a.at > coalesce(v_since, '-infinity') AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = a.id)
     ORDER BY a.id LIMIT p_limit
  LOOP
    n := coalesce(n, 0) + 1;
    hash := audit_hash(hash, n, v_entry);
    INSERT INTO audit_seal (n, entry_id, hash) VALUES (seal_audit_log.n, v_entry.id, seal_audit_log.hash);
    sealed := sealed + 1;
  END LOOP;
  IF n IS NOT NULL THEN
    RETURN NEXT;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION seal_audit_log(integer) FROM PUBLIC;

-- What version 0.1.0 reads and writes.
CREATE VIEW operator_action AS
  SELECT id, at, user_id, user_email, action, account_id, request_ref, subject, note, details
    FROM audit_log WHERE actor_kind IN ('operator', 'ops');

-- Whoever could read and add actions still can; and whoever may call this version's other functions may call its new
-- ones when PUBLIC may not.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT acl.grantee::regrole AS role, string_agg(acl.privilege_type, ', ') AS rights
      FROM pg_class c CROSS JOIN aclexplode(c.relacl) acl
     WHERE c.oid = 'audit_log'::regclass AND acl.grantee NOT IN (0, c.relowner)
       AND acl.privilege_type IN ('SELECT', 'INSERT')
     GROUP BY acl.grantee
  LOOP
    EXECUTE format('GRANT %s ON operator_action TO %s', granted.rights, granted.role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION audit_personal_digest(audit_log) TO %s', granted.role);
  END LOOP;
END $$;

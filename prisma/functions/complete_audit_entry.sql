-- Completes a new entry of the audit log (trigger function of audit_log_is_complete): its time, a salt of its own, and
-- the digest of its personal fields. Version 0.1.0 names no kind of actor: it has operators and `ops`.
-- Locks nothing.
CREATE OR REPLACE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := clock_timestamp();
  NEW.actor_kind := coalesce(NEW.actor_kind, CASE NEW.user_id WHEN 'ops' THEN 'ops' ELSE 'operator' END);
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.personal_digest := audit_personal_digest(NEW);
  RETURN NEW;
END $$;

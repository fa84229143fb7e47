-- Computes the digest that stands for an entry's personal fields in the chain. It is the SHA-256 of the entry's salt
-- and of these fields of the audit log. They can be redacted together with the salt; the digest stays, and nobody can
-- guess from it what was there.
CREATE OR REPLACE FUNCTION audit_personal_digest(p_entry audit_log) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(p_entry.salt || convert_to(
    jsonb_build_array(p_entry.user_email, p_entry.os_user, p_entry.address, p_entry.note,
                      CASE WHEN p_entry.subject_is_person THEN p_entry.subject END)::text, 'UTF8'))
$$;

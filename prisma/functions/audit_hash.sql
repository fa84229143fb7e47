-- Computes the hash of one link of the audit log's chain. It is the SHA-256 of the hash before it, its number p_n, and
-- the entry as text.
--
-- The text is a jsonb object without its null fields, so that a column that is added later leaves old hashes as they
-- are. `before`, `after` and `details` are texts in it, whose null fields count. Personal fields are in it as a digest.
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

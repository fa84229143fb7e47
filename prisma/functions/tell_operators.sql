-- Writes a mail to each operator about what `ops` did without an approval. Operators who may sign in get it; there was
-- nobody to approve. p_what: the rest of the sentence that begins with "`ops` ". Not for roles.
CREATE OR REPLACE FUNCTION tell_operators(p_what text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO mail (user_id, email, subject, text)
  SELECT u.id, u.email, 'A change of the operators of the top-up service',
         format(E'Hello,\n\n`ops` %s, without an approval, because fewer than two operators could sign in.\n\n'
                'If you do not know of this, find out who it was: the audit log says.\n', p_what)
    FROM dashboard_user u WHERE u.role = 'operator' AND u.disabled_at IS NULL
$$;

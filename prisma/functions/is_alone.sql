-- Says whether `ops` may change operators without an approval. Then fewer than two operators can sign in, so nobody
-- could give one, and `ops` could make the second operator anyway. Not for roles.
--
-- An operator can sign in from their first password on. Before, they could approve nothing, and their link may have
-- expired. A second factor does not matter: operators turn theirs off themselves, and nobody must become alone so.
CREATE OR REPLACE FUNCTION is_alone(p_actor text, p_approval uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_actor = 'ops' AND p_approval IS NULL AND (SELECT approvals FROM money_rule) = 'required'
         AND (SELECT count(*) FROM dashboard_user u JOIN dashboard_credential c ON c.user_id = u.id
               WHERE u.role = 'operator' AND u.disabled_at IS NULL) < 2
$$;

-- Says whether `ops` may change operators without an approval. Then fewer than two operators may sign in, so nobody
-- could give one, and `ops` could make the second operator anyway. Not for roles.
CREATE OR REPLACE FUNCTION is_alone(p_actor text, p_approval uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_actor = 'ops' AND p_approval IS NULL AND (SELECT approvals FROM money_rule) = 'required'
         AND (SELECT count(*) FROM dashboard_user WHERE role = 'operator' AND disabled_at IS NULL) < 2
$$;

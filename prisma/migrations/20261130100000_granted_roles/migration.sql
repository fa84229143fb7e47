-- For which version the rights of each role are, so that a process does not serve with those of an earlier one. A role
-- from before this migration has no row until `db:grant` is run for it.
CREATE TABLE granted_role (
  role       text PRIMARY KEY,
  -- the newest migration of the version whose db:grant was run
  migration  text NOT NULL,
  granted_at timestamptz(6) NOT NULL DEFAULT now()
);

CREATE OR REPLACE FUNCTION has_rights(p_name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN pg_has_role(session_user, current_user, 'USAGE')
      OR EXISTS (SELECT FROM granted_role g JOIN pg_roles r ON r.rolname = g.role
                  WHERE pg_has_role(session_user, r.oid, 'USAGE') AND g.migration >= p_name);
END $$;

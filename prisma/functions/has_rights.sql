-- Says whether the role of this session has the rights that a version needs: each process asks for the newest migration
-- that it needs.
--
-- p_name  the directory of the migration in prisma/migrations
--
-- True for the owner of the tables, and for a role that `db:grant` of that version or a newer one was run for.
-- It runs as the owner, because `granted_role` is the owner's alone. It locks nothing.
-- Called by every process at its start and for /ready, and by `ops` (schema.ts).
CREATE OR REPLACE FUNCTION has_rights(p_name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN pg_has_role(session_user, current_user, 'USAGE')
      OR EXISTS (SELECT FROM granted_role g JOIN pg_roles r ON r.rolname = g.role
                  WHERE pg_has_role(session_user, r.oid, 'USAGE') AND g.migration >= p_name);
END $$;

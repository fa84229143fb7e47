-- Says what the database or the role lacks for a version. Until nothing is lacking, the version must not run on this
-- database; each process asks before it serves, and for /ready. It runs as the owner, because nobody else may read
-- these tables; any role may call it.
--
-- p_migration  the newest migration that the version needs: a directory of prisma/migrations
-- p_functions  the digest of its functions; NULL: they do not matter
--
-- Returns NULL when all is well, even if the version is older than the database. Otherwise the first of these:
--   migration  the database does not have the migration
--   functions  `db:migrate` has not applied this set of functions, or has put earlier ones in its place
--   rights     `db:grant` of that version or a newer one was not run for the role of this session. The owner of the
--              tables needs none
CREATE OR REPLACE FUNCTION schema_gap(p_migration text, p_functions text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_set integer := (SELECT n FROM function_set WHERE digest = p_functions);
BEGIN
  RETURN CASE
    WHEN NOT EXISTS (SELECT FROM _prisma_migrations
                      WHERE migration_name = p_migration AND finished_at IS NOT NULL AND rolled_back_at IS NULL)
      THEN 'migration'
    WHEN p_functions IS NOT NULL AND v_set IS NULL
      THEN 'functions'
    WHEN NOT pg_has_role(session_user, current_user, 'USAGE')
     AND NOT EXISTS (SELECT FROM granted_role g JOIN pg_roles r ON r.rolname = g.role
                      WHERE pg_has_role(session_user, r.oid, 'USAGE')
                        AND g.migration >= p_migration AND g.function_set >= coalesce(v_set, 0))
      THEN 'rights'
  END;
END $$;

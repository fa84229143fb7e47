-- Says whether this database has a migration: each process asks for the newest one that it needs.
--
-- p_name  the directory of the migration in prisma/migrations
--
-- It runs as the owner, because `_prisma_migrations` is the owner's alone. It locks nothing.
-- Called by every process at its start and for /ready, and by `ops` (schema.ts).
CREATE OR REPLACE FUNCTION has_migration(p_name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM _prisma_migrations
                  WHERE migration_name = p_name AND finished_at IS NOT NULL AND rolled_back_at IS NULL);
END $$;

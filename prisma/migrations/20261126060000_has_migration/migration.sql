-- A process does not serve on a database that lacks a migration which it needs. The function does not exist on such a
-- database either, which says the same.
CREATE OR REPLACE FUNCTION has_migration(p_name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM _prisma_migrations
                  WHERE migration_name = p_name AND finished_at IS NOT NULL AND rolled_back_at IS NULL);
END $$;

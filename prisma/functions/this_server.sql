-- Names this PostgreSQL server by its system identifier and its timeline. An example is `7300000000000000000/00000001`.
--
-- A copy restored to a point in time, or a standby that was promoted, has another timeline; a dump restored elsewhere
-- has another identifier. NULL where the server does not say, as on some managed servers.
CREATE OR REPLACE FUNCTION this_server() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

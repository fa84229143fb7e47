-- Says how far standbys, archive and replication slots are behind this server. Returns a row for each. By `kind`:
--   standby  `name`: its application_name; `behind`: bytes of the log that it has not replayed, or, where it replays
--            none, not stored
--   archive  `behind`: for how many seconds the oldest finished segment has waited; 0 when none waits. No row where
--            archive_mode is off
--   slot     `name`: the replication slot; `behind`: bytes of the log that the server keeps for it
--
-- It runs with the owner's rights, who must be a member of pg_monitor: otherwise it returns no row.
CREATE OR REPLACE FUNCTION server_lags() RETURNS TABLE (kind text, name text, behind float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role('pg_monitor', 'USAGE') THEN
    RETURN;
  END IF;
  -- a base backup comes and goes
  RETURN QUERY SELECT 'standby', r.application_name,
                      max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(r.replay_lsn, r.flush_lsn)))::float8
                 FROM pg_stat_replication r
                WHERE r.state IN ('streaming', 'catchup') AND r.application_name <> 'pg_basebackup'
                  AND coalesce(r.replay_lsn, r.flush_lsn) IS NOT NULL
                GROUP BY r.application_name;
  IF current_setting('archive_mode') <> 'off' THEN
    RETURN QUERY SELECT 'archive', NULL::text,
                        coalesce(extract(epoch FROM clock_timestamp() - min(modification)), 0)::float8
                   FROM pg_ls_archive_statusdir() AS waiting(file, size, modification) WHERE file LIKE '%.ready';
  END IF;
  RETURN QUERY SELECT 'slot', s.slot_name::text, pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)::float8
                 FROM pg_replication_slots s WHERE s.restart_lsn IS NOT NULL;
END $$;

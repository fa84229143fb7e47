-- Returns the oldest transaction of this database that still runs, or the next one. Every older one has ended: to
-- statements after this one its rows are visible, or never will be.
--
-- pg_snapshot_xmin would also wait for transactions of other databases of the server. Those that run are read first,
-- so that one that ends meanwhile still counts as another's: any that begins later is younger than what has ended.
CREATE OR REPLACE FUNCTION first_running_transaction() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_elsewhere CONSTANT xid[] := ARRAY(
    SELECT l.transactionid
      FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock'
       AND a.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()));
BEGIN
  -- the snapshot of this statement is younger than that list
  RETURN coalesce(
    (SELECT running FROM pg_snapshot_xip(pg_current_snapshot()) running
      WHERE running::xid <> ALL (v_elsewhere) ORDER BY running LIMIT 1),
    pg_snapshot_xmax(pg_current_snapshot()))::text::bigint;
END $$;

-- Adds or drops one partition of the request log. It drops that of one day that is older than 30 days, or attaches the
-- one of a day that needs it: today and the next three in UTC, and each kept day whose rows the DEFAULT partition has,
-- which move. Returns the name of that partition; null when nothing is left to do.
--
-- One step in a transaction, and no wait for a lock beyond 200 ms, so that readers and writers of the log never wait
-- for longer. It runs with the owner's rights: no other role may create tables or delete requests. Locks: an advisory
-- lock, for which it does not wait; to attach, the DEFAULT partition, then request_log against other changes of its
-- shape; to drop, request_log and the partition.
CREATE OR REPLACE FUNCTION keep_request_log() RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET TimeZone = 'UTC'
SET search_path = public, pg_temp AS $$
DECLARE
  v_today CONSTANT date := clock_timestamp()::date;
  v_first CONSTANT date := v_today - 30;
  v_day date;
  v_name text;
BEGIN
  IF NOT pg_try_advisory_xact_lock('request_log'::regclass::integer, 0) THEN
    RETURN NULL;
  END IF;

  SELECT c.relname INTO v_name
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'request_log'::regclass AND c.relname < 'request_log_' || to_char(v_first, 'YYYYMMDD')
   ORDER BY c.relname LIMIT 1;
  IF v_name IS NOT NULL THEN
    EXECUTE format('DROP TABLE %I', v_name);
    RETURN v_name;
  END IF;

  SELECT needed.day INTO v_day
    FROM (SELECT v_today + n AS day FROM generate_series(0, 3) n
          UNION
          SELECT at::date FROM request_log_default WHERE at >= v_first AND at < v_today) needed
   WHERE to_regclass('request_log_' || to_char(needed.day, 'YYYYMMDD')) IS NULL
   ORDER BY needed.day LIMIT 1;
  IF v_day IS NULL THEN
    DELETE FROM request_log_default WHERE at < v_first;
    DELETE FROM request_log_day WHERE day < v_first;
    RETURN NULL;
  END IF;
  v_name := 'request_log_' || to_char(v_day, 'YYYYMMDD');
  -- ATTACH, because PARTITION OF would lock the whole log; it fails while DEFAULT has a row of that day
  LOCK TABLE request_log_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE request_log)', v_name);
  EXECUTE format('WITH moved AS (DELETE FROM request_log_default WHERE at >= %L AND at < %L RETURNING *)
                  INSERT INTO %I SELECT * FROM moved', v_day, v_day + 1, v_name);
  EXECUTE format('ALTER TABLE request_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', v_name, v_day, v_day + 1);
  RETURN v_name;
END $$;

-- Freezes the service report of the oldest day in Lagos that is ready. A day of the last 31 is ready an hour after its
-- end if none of its live purchases is open, and 7 days after its end in any case. What is open then counts as open.
-- Returns the day; null when none is ready. Triggers keep the report as it is from then on.
-- It takes an advisory lock, for which it does not wait: of all workers one adds up.
CREATE OR REPLACE FUNCTION freeze_service_day() RETURNS date
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now CONSTANT timestamp := clock_timestamp() AT TIME ZONE 'Africa/Lagos';
  v_day date;
BEGIN
  IF NOT pg_try_advisory_xact_lock('service_day'::regclass::integer, 0) THEN
    RETURN NULL;
  END IF;

  WITH open AS (
    SELECT (q.created_at AT TIME ZONE 'Africa/Lagos')::date AS day FROM purchase q
     WHERE q.next_check_at IS NOT NULL AND q.provider <> 'simulator'
     UNION
    SELECT (q.created_at AT TIME ZONE 'Africa/Lagos')::date FROM purchase q
     WHERE q.needs_review AND q.final_at IS NULL AND q.provider <> 'simulator')
  SELECT min(due.day) INTO v_day
    FROM (SELECT v_now::date - n AS day FROM generate_series(1, 31) n) due
   WHERE v_now >= due.day + 1 + interval '1 hour'
     AND (v_now >= due.day + 1 + interval '7 days' OR due.day NOT IN (SELECT open.day FROM open))
     AND NOT EXISTS (SELECT FROM service_day frozen WHERE frozen.day = due.day);
  IF v_day IS NOT NULL THEN
    INSERT INTO service_day (day, parts) VALUES (v_day, service_of_day(v_day));
  END IF;
  RETURN v_day;
END $$;

-- Gives a worker rows of running batches to sell, and leaves each to it for five seconds.
--
-- p_lot  how many at most
--
-- Accounts take turns. Of an account and a source (form or file), at most four rows are on their way at a time: taken,
-- or accepted in the last minute and not final. So a file of many rows leaves room to the purchases of the API, and
-- many files of an account get what one gets: the first row of each, then the second of each, and so on. What was tried
-- and not sold comes after the rest, so that rows nobody can serve now stop no other row.
-- Before that it refuses rows of forms that nobody has accepted within a minute, and ends batches whose rows are
-- all refused, cancelled, or purchases that are final.
-- Locks: an advisory lock, without a wait, because one worker does this at a time; then batches that end; then rows,
-- without those that somebody else has locked. Returns no row when another worker holds the lock.
CREATE OR REPLACE FUNCTION take_batch_rows(p_lot integer) RETURNS SETOF batch_row
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
DECLARE
  v_now CONSTANT timestamptz := clock_timestamp();
  v_most CONSTANT integer := 4;
BEGIN
  IF NOT pg_try_advisory_xact_lock('batch_row'::regclass::integer, 0) THEN
    RETURN;
  END IF;

  UPDATE batch_row r SET state = 'refused', error = 'not_accepted_in_time'
    FROM purchase_batch b
   WHERE b.state = 'running' AND b.source = 'form' AND b.confirmed_at <= v_now - interval '1 minute'
     AND r.batch_id = b.id AND r.state = 'waiting';
  UPDATE purchase_batch b SET state = 'done', ended_at = v_now
   WHERE b.state = 'running'
     AND NOT EXISTS (SELECT FROM batch_row r WHERE r.batch_id = b.id AND r.state = 'waiting')
     AND NOT EXISTS (SELECT FROM batch_row r JOIN purchase q ON q.id = r.purchase_id
                      WHERE r.batch_id = b.id AND q.final_at IS NULL);

  RETURN QUERY
    WITH running AS MATERIALIZED (
      SELECT b.id, b.account_id, b.source FROM purchase_batch b WHERE b.state = 'running'),
    under_way AS MATERIALIZED (
      SELECT b.account_id, b.source, count(*) AS rows
        FROM (SELECT r.batch_id
                FROM (SELECT DISTINCT account_id FROM running) known
                JOIN batch_row r ON r.account_id = known.account_id AND r.state = 'accepted'
                                    AND r.accepted_at > v_now - interval '1 minute'
                JOIN purchase q ON q.id = r.purchase_id AND q.final_at IS NULL
              UNION ALL
              SELECT r.batch_id FROM running JOIN batch_row r ON r.batch_id = running.id
               WHERE r.state = 'waiting' AND r.next_try_at > v_now) r
        JOIN purchase_batch b ON b.id = r.batch_id
       GROUP BY b.account_id, b.source),
    in_turn AS MATERIALIZED (
      SELECT each.batch_id, each.n,
             row_number() OVER (PARTITION BY running.account_id, running.source
                                    ORDER BY each.next_try_at NULLS FIRST, each.n, each.batch_id)
             + coalesce(under_way.rows, 0) AS turn
        FROM running
        LEFT JOIN under_way USING (account_id, source)
       CROSS JOIN LATERAL (
             SELECT r.batch_id, r.n, r.next_try_at FROM batch_row r
              WHERE r.batch_id = running.id AND r.state = 'waiting'
                AND (r.next_try_at IS NULL OR r.next_try_at <= v_now)
              ORDER BY r.next_try_at NULLS FIRST, r.n LIMIT v_most) each),
    chosen AS MATERIALIZED (
      SELECT r.batch_id, r.n
        FROM (SELECT * FROM in_turn WHERE turn <= v_most ORDER BY turn LIMIT p_lot) next
        JOIN batch_row r ON r.batch_id = next.batch_id AND r.n = next.n
       WHERE r.state = 'waiting' FOR NO KEY UPDATE OF r SKIP LOCKED)
    UPDATE batch_row r SET next_try_at = v_now + interval '5 seconds'
      FROM chosen WHERE r.batch_id = chosen.batch_id AND r.n = chosen.n
    RETURNING r.*;
END $$;

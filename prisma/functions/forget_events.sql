-- Deletes one lot of old webhook events that nobody needs any more. Looks at the next p_lot events after the number
-- p_after, in the order in which they were written.
--
-- An event goes when it was delivered or given up more than p_days ago (at least 30), its purchase has been final for
-- as long, and no resend of it is left. A resend goes first, because the books compare it with its original.
-- Returns how many it deleted, and the number after which the next lot begins: null when the next event is younger, or
-- there is none. Locks the events that it deletes, and skips those that somebody has locked.
CREATE OR REPLACE FUNCTION forget_events(p_days integer, p_after bigint, p_lot integer)
RETURNS TABLE (deleted integer, next_after bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET search_path = public, pg_temp AS $$
DECLARE
  v_before CONSTANT timestamptz := clock_timestamp() - greatest(p_days, 30) * interval '1 day';
  v_looked integer;
  v_old integer;
  v_last bigint;
  v_locked bigint[];
BEGIN
  SELECT count(*), count(*) FILTER (WHERE e.created_at < v_before), max(e.seq) INTO v_looked, v_old, v_last
    FROM (SELECT seq, created_at FROM webhook_event WHERE seq > p_after ORDER BY seq LIMIT p_lot) e;

  SELECT array_agg(l.seq) INTO v_locked
    FROM (SELECT e.seq FROM webhook_event e
           WHERE e.seq > p_after AND e.seq <= v_last AND e.state IN ('delivered', 'undelivered')
             AND e.finished_at < v_before
             AND (e.purchase_id IS NULL
                  OR EXISTS (SELECT FROM purchase q WHERE q.id = e.purchase_id AND q.final_at < v_before))
           ORDER BY e.seq FOR UPDATE SKIP LOCKED) l;

  -- in a snapshot younger than the locks: a resend locks its original (insertResend)
  DELETE FROM webhook_event e
   WHERE e.seq = ANY (v_locked)
     AND NOT EXISTS (SELECT FROM webhook_event r WHERE r.purchase_id = e.purchase_id AND r.resent_from = e.id)
     AND NOT EXISTS (SELECT FROM webhook_event r
                      WHERE e.purchase_id IS NULL AND r.purchase_id IS NULL AND r.resent_from = e.id);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  next_after := CASE WHEN v_looked = p_lot AND v_old = p_lot THEN v_last END;
  RETURN NEXT;
END $$;

-- Adds one month to the history of purchases. It attaches the partition of the month in UTC after the last one that
-- there is. Rows of that month that the DEFAULT partition has move there. Returns the name of the partition; null when
-- this month and the next three have theirs. It drops nothing: the history is part of the books.
--
-- One step in a transaction, and no wait for a lock beyond 200 ms, so that purchases never wait for longer. It runs
-- with the owner's rights: no other role may create tables. Locks: an advisory lock, for which it does not wait; the
-- DEFAULT partition; then purchase_history against other changes of its shape.
CREATE OR REPLACE FUNCTION keep_purchase_history() RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET TimeZone = 'UTC'
SET search_path = public, pg_temp AS $$
DECLARE
  v_from uuid;
  v_month timestamptz;
  v_to uuid;
  v_name text;
BEGIN
  IF NOT pg_try_advisory_xact_lock('purchase_history'::regclass::integer, 0) THEN
    RETURN NULL;
  END IF;

  SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([0-9a-f-]+)'\)$re$)::uuid INTO v_from
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'purchase_history'::regclass AND c.relname <> 'purchase_history_default'
   ORDER BY 1 DESC LIMIT 1;
  v_month := to_timestamp(('x' || left(replace(v_from::text, '-', ''), 12))::bit(48)::bigint / 1000);
  IF v_month >= date_trunc('month', clock_timestamp()) + interval '4 months' THEN
    RETURN NULL;
  END IF;
  v_to := first_id_of(v_month + interval '1 month');
  v_name := 'purchase_history_' || to_char(v_month, 'YYYYMM');

  -- ATTACH, because PARTITION OF would lock the whole history; it fails while DEFAULT has a row of that month
  LOCK TABLE purchase_history_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE purchase_history INCLUDING DEFAULTS)', v_name);
  IF EXISTS (SELECT FROM purchase_history_default WHERE purchase_id >= v_from AND purchase_id < v_to) THEN
    ALTER TABLE purchase_history_default DISABLE TRIGGER history_is_append_only;
    EXECUTE format('WITH moved AS (DELETE FROM purchase_history_default
                                    WHERE purchase_id >= %L AND purchase_id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved', v_from, v_to, v_name);
    ALTER TABLE purchase_history_default ENABLE TRIGGER history_is_append_only;
  END IF;
  -- triggers of statements, unlike those of rows, are not copied to a partition
  EXECUTE format('CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON %I
                  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change()', v_name);
  EXECUTE format('ALTER TABLE purchase_history ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', v_name, v_from, v_to);
  RETURN v_name;
END $$;

-- The history of purchases becomes a table of partitions, one for each month in UTC of the id of the purchase, which
-- begins with the time. So vacuum and backups meet small tables of which only the last ones change.
--
-- The table as it is becomes the first partition, without a copy: all rows until a month end that is 59 days ahead or
-- more. `db:migrate` builds its index and checks its rows before, without a lock (build-ahead.ts); then this takes some
-- milliseconds. Without that, this does both itself.
--
-- Expands only. Version 0.1.0 reads and writes the table under the same name, with the rights that it has.

-- The smallest UUID of version 7 of a moment. What is partitioned by the id of its purchase is so by time.
--
-- One expression, so PostgreSQL inlines it. Called by keep_purchase_history and blank_purchases.
CREATE OR REPLACE FUNCTION first_id_of(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Does one step of keeping the history of purchases: attaches the partition of the month in UTC after the last one that
-- there is. Rows of that month that the DEFAULT partition has move there. Returns the name of the partition; null when
-- this month and the next three have theirs. It drops nothing: the history is part of the books.
--
-- One step in a transaction, and no wait for a lock beyond 200 ms, so that purchases never wait for longer. It runs
-- with the owner's rights: no other role may create tables.
-- Called by every worker, every 10 minutes. Locks: an advisory lock, for which it does not wait; the DEFAULT partition;
-- then purchase_history against other changes of its shape.
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
REVOKE ALL ON FUNCTION keep_purchase_history() FROM PUBLIC;

LOCK TABLE purchase_history IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER history_is_append_only ON purchase_history;
ALTER TABLE purchase_history RENAME TO purchase_history_first;
ALTER INDEX purchase_history_reversed RENAME TO purchase_history_first_reversed;
CREATE UNIQUE INDEX IF NOT EXISTS purchase_history_first_pkey ON purchase_history_first (purchase_id, id);
ALTER TABLE purchase_history_first DROP CONSTRAINT purchase_history_pkey;
ALTER TABLE purchase_history_first
  ADD CONSTRAINT purchase_history_first_pkey PRIMARY KEY USING INDEX purchase_history_first_pkey;
DROP INDEX purchase_history_purchase_id_idx;

CREATE TABLE purchase_history (
  LIKE purchase_history_first INCLUDING DEFAULTS,
  PRIMARY KEY (purchase_id, id)
) PARTITION BY RANGE (purchase_id);
ALTER SEQUENCE purchase_history_id_seq OWNED BY purchase_history.id;
CREATE INDEX purchase_history_reversed ON purchase_history (at)
  WHERE from_status = 'success' AND to_status = 'refunded';

DO $$
DECLARE
  v_end uuid;
  v_grant record;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM $re$'([0-9a-f-]+)'$re$)::uuid INTO v_end FROM pg_constraint
   WHERE conrelid = 'purchase_history_first'::regclass AND conname = 'purchase_history_first_end' AND convalidated;
  IF v_end IS NULL THEN
    -- the same as in build-ahead.ts
    SELECT first_id_of((date_trunc('month', greatest(
             clock_timestamp() + interval '2 months',
             to_timestamp(('x' || left(replace(max(newest.id)::text, '-', ''), 12))::bit(48)::bigint / 1000)
           ) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC') INTO v_end
      FROM (SELECT purchase_id::text AS id FROM purchase_history_first ORDER BY purchase_id DESC LIMIT 1) newest;
  END IF;
  EXECUTE format('ALTER TABLE purchase_history ATTACH PARTITION purchase_history_first FOR VALUES FROM (MINVALUE) TO (%L)',
                 v_end);

  -- what roles might with the table they may with the new one, and with no partition
  FOR v_grant IN
    SELECT granted.privilege_type AS privilege, quote_ident(r.rolname) AS role
      FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) granted JOIN pg_roles r ON r.oid = granted.grantee
     WHERE c.oid = 'purchase_history_first'::regclass AND granted.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON purchase_history TO %s', v_grant.privilege, v_grant.role);
    EXECUTE format('REVOKE %s ON purchase_history_first FROM %s', v_grant.privilege, v_grant.role);
  END LOOP;
END $$;
ALTER TABLE purchase_history_first DROP CONSTRAINT IF EXISTS purchase_history_first_end;

CREATE TABLE purchase_history_default PARTITION OF purchase_history DEFAULT;

-- How many rows of the history of purchases are in the DEFAULT partition: their ids are of a month that has no
-- partition.
--
-- It runs with the owner's rights: roles have none on single partitions. Locks nothing. Called by every worker.
CREATE OR REPLACE FUNCTION history_outside_partitions() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM purchase_history_default
$$;
REVOKE ALL ON FUNCTION history_outside_partitions() FROM PUBLIC;

CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON purchase_history
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON purchase_history_default
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

DO $$ BEGIN
  WHILE keep_purchase_history() IS NOT NULL LOOP
  END LOOP;
END $$;

-- Empties, for good, one lot of old statement rows that blank_purchases does not reach. Such a row leads to no
-- purchase, or was read after its purchase was redacted. Looks at the next p_lot rows after the number p_after, which
-- is 0 at the beginning. With p_dry_run it only counts.
--
-- A row is emptied when it is p_days old (at least 180), was recorded as long ago, and no finding about it or its
-- purchase is open. The rows of a purchase that is not redacted stay. Amount, time, references and balances stay.
-- Returns how many rows were emptied, and the number after which the next lot begins: null at the end.
-- Locks the rows by number, without a wait: skips those that somebody has locked.
CREATE OR REPLACE FUNCTION blank_statement_rows(p_days integer, p_after bigint, p_lot integer, p_dry_run boolean)
RETURNS TABLE (statement_rows integer, next_after bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET lock_timeout = '200ms' SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_before CONSTANT timestamptz := now() - greatest(p_days, 180) * interval '1 day';
  v_looked bigint[];
  v_ids bigint[];
BEGIN
  SELECT coalesce(array_agg(q.id ORDER BY q.id), '{}') INTO v_looked
    FROM (SELECT id FROM statement_row WHERE id > p_after ORDER BY id LIMIT p_lot) q;
  next_after := CASE WHEN cardinality(v_looked) = p_lot THEN v_looked[p_lot] END;

  -- an anti-join here takes a second for 3,000 findings while the table has no statistics
  v_looked := ARRAY(
    SELECT unnest(v_looked)
    EXCEPT SELECT unnest(ARRAY[f.row_id, f.suggested_row_id]) FROM reconciliation_finding f
            WHERE f.resolved_at IS NULL AND f.cleared_at IS NULL
    EXCEPT SELECT m.row_id FROM reconciliation_finding f JOIN statement_match m ON m.purchase_id = f.purchase_id
            WHERE f.resolved_at IS NULL AND f.cleared_at IS NULL);
  SELECT coalesce(array_agg(l.id), '{}') INTO v_ids
    FROM (SELECT s.id FROM statement_row s
            LEFT JOIN statement_match m ON m.row_id = s.id
            LEFT JOIN purchase q ON q.id = m.purchase_id
           WHERE s.id = ANY (v_looked)
             AND s.at < v_before AND s.recorded_at < v_before AND s.raw <> '{}'
             AND coalesce(q.recipient, 'removed') = 'removed'
           ORDER BY s.id FOR NO KEY UPDATE OF s SKIP LOCKED) l;

  statement_rows := cardinality(v_ids);
  IF NOT p_dry_run THEN
    UPDATE statement_row SET raw = '{}' WHERE id = ANY (v_ids);
  END IF;
  RETURN NEXT;
END $$;

-- Takes back the import of a statement file as a whole. It deletes the rows that the import brought and their matches,
-- and marks it, so that it covers no time any more.
--
-- Returns one row. Outcomes:
--   withdrawn        done; deleted says how many rows
--   no_such_import   there is none with this number, or it was read by the API of the provider
--   not_read         it could not be read, or was withdrawn before
--   rows_unknown     an older version imported it, which did not note its rows
--   day_closed       closed_day is a day of it that a person has signed since
-- Open findings of its days are cleared: the next comparison finds again what is still true. What a person has decided
-- stays; if it changed our float, the day drifts, which is a finding.
-- Locks the reconciliation of the provider against comparisons, imports and closings.
CREATE OR REPLACE FUNCTION withdraw_import(p_import bigint)
RETURNS TABLE (outcome text, provider text, deleted integer, closed_day date)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET TimeZone = 'Africa/Lagos' SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_pull statement_pull;
  v_rows bigint[];
  v_closed date;
BEGIN
  SELECT p.* INTO v_pull FROM statement_pull p WHERE p.id = p_import AND p.source = 'csv';
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no_such_import', NULL::text, 0, NULL::date;
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('reconciliation ' || v_pull.provider, 0));
  SELECT p.* INTO v_pull FROM statement_pull p WHERE p.id = p_import FOR UPDATE;
  SELECT coalesce(array_agg(r.id), '{}') INTO v_rows
    FROM statement_row r
   WHERE r.provider = v_pull.provider AND r.day >= v_pull.since::date AND r.pull_id = p_import;
  SELECT min(c.day) INTO v_closed
    FROM closed_day c
   WHERE c.provider = v_pull.provider AND c.closed_at > v_pull.pulled_at AND c.day >= v_pull.since::date
     AND (c.day < v_pull.until OR c.day >= (SELECT min(r.day) FROM statement_row r WHERE r.id = ANY (v_rows)));

  IF v_pull.fault IS NOT NULL THEN
    RETURN QUERY SELECT 'not_read', v_pull.provider, 0, NULL::date;
  ELSIF v_closed IS NOT NULL THEN
    RETURN QUERY SELECT 'day_closed', v_pull.provider, 0, v_closed;
  ELSIF cardinality(v_rows) <> v_pull.added THEN
    RETURN QUERY SELECT 'rows_unknown', v_pull.provider, 0, NULL::date;
  ELSE
    UPDATE statement_pull SET fault = 'withdrawn' WHERE id = p_import;
    UPDATE reconciliation_finding f
       SET cleared_at = clock_timestamp()
     WHERE f.provider = v_pull.provider AND f.cleared_at IS NULL AND f.resolved_at IS NULL
       AND (f.row_id = ANY (v_rows) OR f.suggested_row_id = ANY (v_rows)
            OR f.kind <> 'row_changed' AND f.day >= v_pull.since::date AND f.day < v_pull.until);
    DELETE FROM statement_match WHERE row_id = ANY (v_rows);
    DELETE FROM statement_row WHERE id = ANY (v_rows);
    RETURN QUERY SELECT 'withdrawn', v_pull.provider, cardinality(v_rows), NULL::date;
  END IF;
END $$;

-- The import of a statement file can be taken back until a day of it is closed. `statement_row` is locked for a moment;
-- the rows that are there keep NULL, and their imports cannot be withdrawn.

ALTER TABLE statement_row
  -- the import that brought it; NULL: the API of the provider, or an older version
  ADD COLUMN pull_id bigint;

-- Stops a change that a rule of the tables forbids (trigger function; README.md lists its triggers).
--
-- The rule stands in the WHEN of each trigger, so this body runs only for rows that break it, and a legal change costs
-- one expression.
-- Of a test account the purchases, their history, the ledger and the wallet are kept for a week only: forget_test_data
-- deletes them. Of an import the rows and matches are kept until withdraw_import marks it. No role of the services has
-- the right to delete any of them.
-- Fails with SQLSTATE TP002. The message names the trigger, the operation and the table.
-- Locks nothing.
CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_row jsonb;
BEGIN
  IF TG_NAME IN ('purchase_is_kept', 'history_is_append_only', 'ledger_is_append_only', 'wallet_is_kept') THEN
    v_row := to_jsonb(OLD);
    IF EXISTS (SELECT FROM account a LEFT JOIN purchase q ON q.id = (v_row ->> 'purchase_id')::uuid
                WHERE a.mode = 'test' AND a.id = coalesce((v_row ->> 'account_id')::uuid, q.account_id)
                  AND coalesce(q.created_at, (v_row ->> 'created_at')::timestamptz, a.created_at)
                      < clock_timestamp() - interval '7 days') THEN
      RETURN coalesce(NEW, OLD);
    END IF;
  END IF;
  IF TG_NAME IN ('statement_row_is_kept', 'statement_match_is_kept') THEN
    v_row := to_jsonb(OLD);
    IF EXISTS (SELECT FROM statement_row r JOIN statement_pull p ON p.id = r.pull_id
                WHERE r.id = (v_row ->> CASE TG_TABLE_NAME WHEN 'statement_row' THEN 'id' ELSE 'row_id' END)::bigint AND p.fault IS NOT NULL) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
END $$;

-- Takes back the import of a statement file as a whole: deletes the rows that it brought and their matches, and marks
-- it, so that it covers no time any more.
--
-- Returns one row. Outcomes:
--   withdrawn        done; deleted says how many rows
--   no_such_import   there is none with this number, or it was read by the API of the provider
--   not_read         it could not be read, or was withdrawn before
--   rows_unknown     an older version imported it, which did not note its rows
--   day_closed       closed_day is a day of it that a person has signed since
-- Open findings of its days are cleared: the next comparison finds again what is still true. What a person has decided
-- stays; if it changed our float, the day drifts, which is a finding.
-- Locks the reconciliation of the provider against comparisons, imports and closings. Called by the console and `ops`,
-- which record it.
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
REVOKE EXECUTE ON FUNCTION withdraw_import(bigint) FROM PUBLIC;

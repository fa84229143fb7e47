-- Refuses a change of what is kept (trigger function; README.md lists its triggers), with SQLSTATE TP002. The rule
-- stands in the WHEN of each trigger, so this body runs only for rows that break it.
--
-- Of a test account purchases, their history, the ledger and the wallet are kept for a week only (forget_test_data).
-- Of an import the rows and matches are kept until withdraw_import marks it. No role of the services may delete any.
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

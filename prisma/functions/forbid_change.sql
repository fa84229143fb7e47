-- Refuses a change of what is kept (SQLSTATE TP002). Trigger function: the rule stands in the WHEN of each trigger, so
-- this body runs only for rows that break it. What its triggers say:
--
--   purchase_starts_initiated  every purchase begins `initiated`
--   purchase_move_is_legal     no change of status but the legal ones (packages/core/src/purchase/README.md)
--   purchase_is_sent_once      a send is never taken back, repeated or renamed; only a new attempt, one number higher,
--                              begins unsent
--   purchase_facts_are_fixed   an accepted order never changes; its provider does with a new attempt alone. 180 days
--                              after its end its personal data can be redacted (blank_purchases)
--   purchase_key_is_fixed      nor does the key that it was bought with
--   closed_attempt_is_fixed    what closed an attempt never changes, but for its personal data, as above
--   approval_is_decided_once   a request never changes, is decided once and used once
--   audit_log_is_append_only   an entry never changes, except that all its personal fields are redacted together
--   statement_row_is_fixed     a row never changes, except that `raw` can be emptied after 180 days
--   reconciliation_finding_is_resolved_once  what was found never changes, and is resolved once
--   plan_stop_stays, catalogue_sync_stays, books_check_stays  what has ended stays as it ended
--   account_is_not_emptied, wallet_is_not_emptied  what purchases and entries name is kept, without their foreign keys
--   and the other ..._is_kept, ..._is_append_only, ..._is_fixed and ..._is_not_emptied: no UPDATE, DELETE or TRUNCATE
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

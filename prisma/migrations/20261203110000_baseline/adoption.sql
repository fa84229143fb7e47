-- In place of migration.sql, in a database that has all migrations from before version 1.0: takes away what was there
-- for version 0.1.0 alone, and gives the rest the names of the baseline. Processes of the version before go on, so
-- the functions that they call stay: has_migration, has_rights, cause_code_of and with_attempts.
DROP VIEW operator_action;
DROP FUNCTION settle_purchases(jsonb, boolean), tell_pending(uuid[], text, text), moved_purchases(uuid[]),
  take_due_purchases(text[], integer, interval, interval), result_as_released(purchase),
  reverse_purchase(uuid, text, text), fund_wallet(uuid, bigint, text), refuse_released(text);
DROP TYPE purchase_as_released;
DROP INDEX IF EXISTS purchase_request_ref_key, purchase_account_id_created_at_idx, webhook_event_open,
  webhook_event_own_once, webhook_event_purchase_id_idx, webhook_event_test_under_way, webhook_event_one_test;
CREATE UNIQUE INDEX webhook_event_one_test ON webhook_event (account_id)
  WHERE purchase_id IS NULL AND resent_from IS NULL AND state IN ('queued', 'sending');

ALTER INDEX purchase_history_first_reversed RENAME TO purchase_history_first_at_idx;
ALTER TABLE purchase RENAME CONSTRAINT purchase_check3 TO purchase_check2;
ALTER TABLE purchase RENAME CONSTRAINT purchase_check4 TO purchase_check3;
ALTER TABLE purchase RENAME CONSTRAINT purchase_check5 TO purchase_check4;
ALTER TABLE purchase RENAME CONSTRAINT purchase_check6 TO purchase_check5;
ALTER TABLE audit_log RENAME CONSTRAINT operator_action_user_id_check TO audit_log_user_id_check;
ALTER TABLE audit_log RENAME CONSTRAINT operator_action_user_email_check TO audit_log_user_email_check;
ALTER TABLE audit_log RENAME CONSTRAINT operator_action_action_check TO audit_log_action_check;
ALTER TABLE audit_log RENAME CONSTRAINT operator_action_subject_check TO audit_log_subject_check;

CREATE TABLE function_set (
  n          integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  digest     text NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
  applied_at timestamptz(6) NOT NULL DEFAULT now()
);
ALTER TABLE granted_role ADD COLUMN function_set integer NOT NULL DEFAULT 0;

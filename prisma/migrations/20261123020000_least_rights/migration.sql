-- Money moves only through functions that run as the owner of the tables. Nobody else writes wallets, ledger and history.
-- Their bodies are as they were.

ALTER FUNCTION accept_purchases(jsonb, timestamptz, boolean, interval)
  SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION claim_purchases(jsonb, uuid, interval, interval) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION record_settlements(jsonb, boolean) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION mark_pending(uuid[], text, text) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION hold_due_purchases(text[], integer, integer, uuid[], interval)
  SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION record_reversal(uuid, text, text) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION quarantine_purchases(jsonb, text) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION open_wallet() SECURITY DEFINER SET search_path = public, pg_temp;

-- Who may sell, settle and sweep calls these functions, also where nobody ran `db:grant`. Until its next run, who only
-- sells has no way to add money any more.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT DISTINCT acl.grantee::regrole AS role
      FROM pg_class c CROSS JOIN aclexplode(c.relacl) acl
     WHERE c.oid = 'purchase'::regclass AND acl.privilege_type = 'INSERT' AND acl.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION accept_purchases(jsonb, timestamptz, boolean, interval), claim_purchases(jsonb, uuid, interval, interval), record_settlements(jsonb, boolean), mark_pending(uuid[], text, text), hold_due_purchases(text[], integer, integer, uuid[], interval) TO %s', granted.role);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION fund_wallet(uuid, bigint, text) FROM %s', granted.role);
  END LOOP;
  FOR granted IN
    SELECT DISTINCT acl.grantee::regrole AS role
      FROM pg_class c CROSS JOIN aclexplode(c.relacl) acl
     WHERE c.oid IN ('wallet'::regclass, 'ledger_entry'::regclass, 'purchase_history'::regclass)
       AND acl.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON wallet, ledger_entry, purchase_history FROM %s', granted.role);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION accept_purchases(jsonb, timestamptz, boolean, interval) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION claim_purchases(jsonb, uuid, interval, interval) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION record_settlements(jsonb, boolean) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION mark_pending(uuid[], text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION hold_due_purchases(text[], integer, integer, uuid[], interval) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION record_reversal(uuid, text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION quarantine_purchases(jsonb, text) FROM PUBLIC;

-- Seals what was committed to the audit log since the last call. Each entry becomes the next link of one chain of
-- hashes (table audit_seal), at most `p_limit` of them. Returns the head of the chain, and how many it sealed; no row
-- while another process seals, or before the first entry.
--
-- Writers of entries never wait for it, nor for one another; so the order of the chain is that of sealing. It runs with
-- the owner's rights, because the workers' own rights let them neither read entries nor write seals.
-- It looks back one day before the last seal, which is longer than any transaction may take. What is older and has no
-- seal was written by hand: `books verify` reports it.
-- Locks the advisory lock of the chain, for which it does not wait.
CREATE OR REPLACE FUNCTION seal_audit_log(p_limit integer) RETURNS TABLE (n bigint, hash bytea, sealed integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_entry audit_log;
  v_since timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock('audit_seal'::regclass::integer, 0) THEN
    RETURN;
  END IF;
  SELECT s.n, s.hash, s.sealed_at - interval '1 day' INTO n, hash, v_since
    FROM audit_seal s ORDER BY s.n DESC LIMIT 1;
  sealed := 0;
  FOR v_entry IN
    SELECT a.* FROM audit_log a
     WHERE a.at > coalesce(v_since, '-infinity') AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = a.id)
     ORDER BY a.id LIMIT p_limit
  LOOP
    n := coalesce(n, 0) + 1;
    hash := audit_hash(hash, n, v_entry);
    INSERT INTO audit_seal (n, entry_id, hash) VALUES (seal_audit_log.n, v_entry.id, seal_audit_log.hash);
    sealed := sealed + 1;
  END LOOP;
  IF n IS NOT NULL THEN
    RETURN NEXT;
  END IF;
END $$;

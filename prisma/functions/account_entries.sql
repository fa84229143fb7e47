-- Lists the ledger entries of one account, newest first. They have an id below p_before, are of the kind, and were made
-- at p_from or later and before p_to. NULL means no such filter.
--
-- An entry has the time at which its transaction began, and its id from when it had locked the wallet: at most the 5 s
-- of a statement later. So 6 s more are looked through at both ends.
-- Most entries are debits, so debits are read among all entries; the other kinds by the index ledger_entry_not_debit.
CREATE OR REPLACE FUNCTION account_entries(
  p_account uuid, p_kind text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit integer)
RETURNS SETOF ledger_entry LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
  v_low bigint := 0;
  v_high bigint := coalesce(p_before, 9223372036854775807);
BEGIN
  IF p_from IS NOT NULL THEN
    v_low := first_entry_since(p_account, p_from - interval '6 seconds');
  END IF;
  IF p_to IS NOT NULL THEN
    v_high := least(v_high, first_entry_since(p_account, p_to + interval '6 seconds'));
  END IF;
  IF p_kind IS NULL OR p_kind = 'debit' THEN
    RETURN QUERY
      SELECT entry.* FROM ledger_entry entry
       WHERE (entry.account_id, entry.id) >= (p_account, v_low)
         AND (entry.account_id, entry.id) < (p_account, v_high)
         AND entry.created_at >= v_from AND entry.created_at < v_to AND (p_kind IS NULL OR entry.kind = p_kind)
       ORDER BY entry.account_id DESC, entry.id DESC LIMIT p_limit;
  ELSE
    RETURN QUERY
      SELECT entry.* FROM ledger_entry entry
       WHERE (entry.account_id, entry.kind, entry.id) >= (p_account, p_kind, v_low)
         AND (entry.account_id, entry.kind, entry.id) < (p_account, p_kind, v_high)
         AND entry.kind <> 'debit' AND entry.created_at >= v_from AND entry.created_at < v_to
       ORDER BY entry.account_id DESC, entry.kind DESC, entry.id DESC LIMIT p_limit;
  END IF;
END $$;

-- Finds the lowest id that an account's ledger entries since p_at may have. An entry since then was made at p_at or
-- later. Ids grow with time, so it halves the range until one id is left, with one index lookup for each step: 20 to
-- 40.
--
-- It compares rows, because after an equality the primary key gives the same order, and would be walked through the
-- entries of all accounts.
CREATE OR REPLACE FUNCTION first_entry_since(p_account uuid, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_low bigint := 0;
  v_high bigint;
  v_middle_at timestamptz;
BEGIN
  SELECT entry.id + 1 INTO v_high FROM ledger_entry entry
   WHERE (entry.account_id, entry.id) > (p_account, 0) AND entry.account_id <= p_account
   ORDER BY entry.account_id DESC, entry.id DESC LIMIT 1;
  WHILE v_low < v_high LOOP
    SELECT entry.created_at INTO v_middle_at FROM ledger_entry entry
     WHERE (entry.account_id, entry.id) >= (p_account, (v_low + v_high) / 2) AND entry.account_id <= p_account
     ORDER BY entry.account_id, entry.id LIMIT 1;
    IF v_middle_at >= p_at THEN
      v_high := (v_low + v_high) / 2;
    ELSE
      v_low := (v_low + v_high) / 2 + 1;
    END IF;
  END LOOP;
  RETURN v_low;
END $$;

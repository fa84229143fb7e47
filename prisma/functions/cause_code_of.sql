-- The code of a cause that was written as text alone: by version 0.1.0, or before cause_code was a column.
--
-- Returns 'other' for a text without a known code, and NULL for NULL. Reads and locks nothing.
-- Called by the released settle_purchases, by the migration that fills cause_code, and where history is read
-- (purchase-record.store.ts, verification). Nothing else reads a code out of a text.
CREATE OR REPLACE FUNCTION cause_code_of(p_cause text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_cause LIKE 'operator: %' THEN 'operator'
    WHEN p_cause LIKE 'quarantined: %' THEN 'quarantined'
    WHEN p_cause IN ('accepted', 'client_told_pending', 'nobody_answered') THEN p_cause
    WHEN p_cause IS NOT NULL THEN coalesce(
      -- what follows is the provider's own code
      substring(p_cause FROM '^(provider_(?:delivered|rejected|reversed|refused|unreachable|never_had_it))(?:_.*)?$'),
      substring(p_cause FROM '^(start_deadline)(?:_.*)?$'),
      'other')
  END
$$;

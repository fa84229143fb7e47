-- Returns what each of these API keys may still spend today. Today is the Lagos day of now(). Keys that may not buy at
-- this moment are left out; left_kobo is NULL when a key has no daily limit. The caller has locked the wallets of their
-- accounts.
CREATE OR REPLACE FUNCTION key_allowances(p_keys uuid[], p_at timestamptz)
RETURNS TABLE (key_id uuid, left_kobo bigint)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT k.id, k.daily_limit_kobo - coalesce(today.spent_kobo, 0)
      FROM api_key k
      -- only keys with a limit are looked up
      LEFT JOIN LATERAL (SELECT d.spent_kobo FROM api_key_day d
                          WHERE k.daily_limit_kobo IS NOT NULL AND d.key_id = k.id
                            AND d.day = (now() AT TIME ZONE 'Africa/Lagos')::date
                          LIMIT 1) today ON true
     WHERE k.id = ANY (p_keys) AND k.revoked_at IS NULL AND k.scope = 'purchase'
       AND (k.expires_at IS NULL OR k.expires_at > p_at);
END $$;

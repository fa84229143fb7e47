-- Notes as a finding of today in Lagos what a person must look into: a transfer that was taken back (`reversed`) after
-- a wallet had got it, or a person had dismissed it as perhaps funded already, and one that the collector now tells
-- otherwise (`differs`). Nothing for other outcomes. Not for roles.
CREATE OR REPLACE FUNCTION note_collection_finding(p_id bigint, p_outcome text, p_amount_kobo bigint, p_account uuid)
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, facts)
  SELECT 'collections', (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date,
         CASE p_outcome WHEN 'reversed' THEN 'transfer_reversed' ELSE 'transfer_differs' END, c.reference,
         CASE p_outcome WHEN 'reversed' THEN c.amount_kobo ELSE c.amount_kobo - p_amount_kobo END,
         jsonb_build_object('account_id', c.account_id, 'entry_id', coalesce(c.entry_id, used.entry_id)::text,
                            'told_account_id', p_account)
    FROM collection c LEFT JOIN funding_reference used ON used.key = c.key
   WHERE c.id = p_id
     AND (p_outcome = 'differs'
          OR p_outcome = 'reversed' AND (coalesce(c.entry_id, used.entry_id) IS NOT NULL OR c.state = 'dismissed'))
  ON CONFLICT (provider, kind, subject, difference_kobo) DO NOTHING
$$;

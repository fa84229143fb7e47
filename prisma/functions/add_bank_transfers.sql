-- Lists transfers from a file of our own bank, which wait for a person. Each reference is listed once, in the whole
-- service; a transfer whose reference has funded a wallet is not listed any more.
--
-- p_transfers  array of { reference, payment_reference, amount_kobo, paid_on, payer }. payment_reference: that of the
--              account as the payer wrote it (TUP-…); absent: it names none
--
-- Returns how many were added, and how many of them name an account.
CREATE OR REPLACE FUNCTION add_bank_transfers(p_transfers jsonb) RETURNS TABLE (added integer, matched integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH listed AS (
      INSERT INTO collection (collector, reference, key, account_id, amount_kobo, paid_on, payer, payer_bank, state,
                              reason)
      SELECT 'bank', t.reference, funding_key(t.reference), a.id, t.amount_kobo, t.paid_on, t.payer, '',
             CASE WHEN a.id IS NULL THEN 'unassigned' ELSE 'waiting' END,
             CASE WHEN a.id IS NULL THEN 'nobody' ELSE 'bank_file' END
        FROM jsonb_to_recordset(p_transfers)
             AS t (reference text, payment_reference text, amount_kobo bigint, paid_on text, payer text)
        LEFT JOIN account a ON a.payment_reference = t.payment_reference AND a.mode = 'live'
       WHERE NOT EXISTS (SELECT FROM funding_reference used WHERE used.key = funding_key(t.reference))
       ORDER BY funding_key(t.reference)
      ON CONFLICT (key) DO NOTHING
      RETURNING account_id)
    SELECT count(*)::integer, count(account_id)::integer FROM listed;
END $$;

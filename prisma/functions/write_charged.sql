-- Writes the purchases that were accepted, with their debits. It counts them for their API keys on the Lagos day of
-- now(), which is that of created_at. The caller has locked the wallets, and changes them.
--
-- p_items    as accept_purchases takes them; of the other arrays one element for each, in their order
-- p_outcomes what is not `accepted` is left out
-- p_before, p_after  the balances around the debit: their difference is what the account pays
-- p_discounts  in hundredths of a percent; NULL where it pays the face value
-- p_losses   what a sale below cost will lose; 0 for others
-- p_start    when the sweeper may take up a purchase that no job announced
-- A test account is served by the simulator, whatever the item names.
CREATE OR REPLACE FUNCTION write_charged(
  p_items jsonb, p_outcomes text[], p_before bigint[], p_after bigint[], p_discounts integer[],
  p_losses bigint[], p_start interval)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description,
                        provider, provider_order, decision, next_check_at, window_ends_at, cause, cause_code,
                        api_key_id, traceparent, expected_loss_kobo, face_kobo, discount_bps)
  SELECT item.id, item.account_id, item.request_ref, item.product_type, p_before[item.n] - p_after[item.n],
         item.recipient,
         item.details, item.description,
         CASE (SELECT a.mode FROM account a WHERE a.id = item.account_id LIMIT 1)
           WHEN 'test' THEN 'simulator' ELSE item.provider END,
         item.provider_order, item.decision, now() + p_start, now() + item.window_ms * interval '1 millisecond',
         'accepted', 'accepted', item.key_id, item.traceparent, nullif(p_losses[item.n], 0),
         CASE WHEN p_discounts[item.n] IS NOT NULL THEN item.amount_kobo END, p_discounts[item.n]
    FROM ROWS FROM (
           jsonb_to_recordset(p_items) AS (
             id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text,
             details jsonb, description text, provider text, provider_order jsonb, decision jsonb,
             window_ms bigint, key_id uuid, traceparent text))
         WITH ORDINALITY AS item (
           id, account_id, request_ref, product_type, amount_kobo, recipient,
           details, description, provider, provider_order, decision, window_ms, key_id, traceparent, n)
   WHERE p_outcomes[item.n] = 'accepted';

  INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                            balance_before_kobo, balance_after_kobo, reference)
  SELECT item.account_id, item.id, 'debit', p_after[item.n] - p_before[item.n], p_before[item.n], p_after[item.n],
         item.request_ref
    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (id uuid, account_id uuid, request_ref text))
         WITH ORDINALITY AS item (id, account_id, request_ref, n)
   WHERE p_outcomes[item.n] = 'accepted' ORDER BY item.n;

  INSERT INTO api_key_day AS today (key_id, day, purchases, spent_kobo)
  SELECT item.key_id, (now() AT TIME ZONE 'Africa/Lagos')::date, count(*),
         sum(p_before[item.n] - p_after[item.n])
    FROM ROWS FROM (jsonb_to_recordset(p_items) AS (key_id uuid)) WITH ORDINALITY AS item (key_id, n)
   WHERE p_outcomes[item.n] = 'accepted' AND item.key_id IS NOT NULL GROUP BY item.key_id
  ON CONFLICT (key_id, day) DO UPDATE
    SET purchases = today.purchases + excluded.purchases, spent_kobo = today.spent_kobo + excluded.spent_kobo;
END $$;

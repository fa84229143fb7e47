-- Accepts one row of a batch, by accept_purchases. Row and purchase are written together, so a row is bought once,
-- however many workers try it and whatever dies.
--
-- p_items  as accept_purchases takes them, with this one item: its account and its reference are those of the row
-- p_start  when the sweeper may take up a purchase that no job announced
--
-- Returns one row. Outcomes are those of accept_purchases, without `busy`, and before that judges:
--   gone           the row no longer waits, its batch does not run, or it is of a form and a minute old
--   price_changed  it would be charged another amount now than the person has confirmed
--   buying_off     nobody may buy in the dashboard for this live account
--   cap_reached    with it the people of the account would have bought for more than its cap, in the Lagos day
-- Locks the batch (shared: a pause waits for it, and nothing is accepted after one), then the row, then what is bought
-- by hand for the account (advisory), then as accept_purchases does. It waits half a second for each.
CREATE OR REPLACE FUNCTION accept_batch_row(p_batch uuid, p_n integer, p_items jsonb, p_start interval)
RETURNS TABLE (outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET lock_timeout = '500ms' SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_batch purchase_batch;
  v_row batch_row;
  v_account account;
  v_item jsonb := p_items -> 0;
  v_charge_kobo bigint;
BEGIN
  SELECT * INTO v_batch FROM purchase_batch b WHERE b.id = p_batch FOR SHARE;
  SELECT * INTO v_row FROM batch_row r WHERE r.batch_id = p_batch AND r.n = p_n FOR NO KEY UPDATE;
  decided_at := clock_timestamp();
  IF v_batch.state IS DISTINCT FROM 'running' OR v_row.state IS DISTINCT FROM 'waiting'
     OR v_batch.source = 'form' AND v_batch.confirmed_at <= decided_at - interval '1 minute' THEN
    outcome := 'gone';
    RETURN NEXT;
    RETURN;
  END IF;
  IF jsonb_array_length(p_items) <> 1 OR (v_item ->> 'account_id')::uuid <> v_row.account_id
     OR v_item ->> 'request_ref' <> v_row.request_ref THEN
    RAISE EXCEPTION 'accept_batch_row: the item is not the one of the row';
  END IF;

  SELECT * INTO v_account FROM account a WHERE a.id = v_row.account_id;
  SELECT priced.charge_kobo INTO v_charge_kobo FROM orders_with_charges(p_items) priced;
  IF v_charge_kobo <> v_row.amount_kobo THEN
    outcome := 'price_changed';
  ELSIF v_account.mode = 'live' AND v_account.buying_cap_kobo IS NULL THEN
    outcome := 'buying_off';
  ELSIF v_account.mode = 'live' THEN
    PERFORM pg_advisory_xact_lock('purchase_batch'::regclass::integer, hashtext(v_row.account_id::text));
    IF buying_spent(v_row.account_id) + v_charge_kobo > v_account.buying_cap_kobo THEN
      outcome := 'cap_reached';
    END IF;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  SELECT accepted.outcome, accepted.balance_before_kobo, accepted.balance_after_kobo, accepted.decided_at
    INTO outcome, balance_before_kobo, balance_after_kobo, decided_at
    FROM accept_purchases(p_items, 'infinity', true, p_start) accepted;
  IF outcome = 'accepted' THEN
    IF balance_before_kobo - balance_after_kobo <> v_row.amount_kobo THEN
      RAISE EXCEPTION 'accept_batch_row: a discount has changed meanwhile' USING ERRCODE = '40001';
    END IF;
    UPDATE batch_row r
       SET state = 'accepted', purchase_id = (v_item ->> 'id')::uuid, accepted_at = decided_at, ordered = NULL
     WHERE r.batch_id = p_batch AND r.n = p_n;
  END IF;
  RETURN NEXT;
END $$;

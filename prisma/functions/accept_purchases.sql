-- Debits wallets and writes purchases. It takes a batch, and acts as if one by one in the order given.
--
-- p_items      array of { id, account_id, key_id, request_ref, product_type, amount_kobo, recipient, details,
--              description, provider, provider_order, decision, window_ms, traceparent }. amount_kobo: the face value,
--              from which a discount of its tier is taken. Without a key_id only the account is checked. window_ms: how
--              long its client waits; then the sweeper answers in place of the API.
-- p_not_after  the caller has given up by then. Later than this nothing is written (SQLSTATE TP001), which makes it
--              safe to repeat a call whose answer was lost.
-- p_wait       false: do not wait for a wallet that somebody else has locked; its items answer `busy`
-- p_start      when the sweeper may take up a purchase that no job announced
--
-- Locks the wallets by account id, and so the references of an account and what its keys have spent (api_key_day, which
-- refunds change under the same lock). For a sale below cost it then locks the losses (advisory), as record_loss does.
-- Returns one row for each item, in the order given. Outcomes:
--   accepted      written and debited; also when an earlier call with the same id wrote it
--   unauthorized  the API key is revoked, expired or may only read, or the account is not active
--   duplicate     another purchase of the account has the reference
--   key_limit     with it the key would have spent more than its daily limit, in the Lagos day of the accept
--   insufficient  the balance is too small
--   repriced      a data plan costs the account more now than the amount, or may not be sold at it, or is not known
--   loss_cap      it is sold below cost, and with this sale more would be lost today than may be (loss_left)
--   busy          somebody else has locked the wallet or the losses (only when p_wait is false)
CREATE OR REPLACE FUNCTION accept_purchases(p_items jsonb, p_not_after timestamptz, p_wait boolean, p_start interval)
RETURNS TABLE (n integer, outcome text, balance_before_kobo bigint, balance_after_kobo bigint, decided_at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- one element for each item, in the order given
  v_ids uuid[];
  v_accounts uuid[];
  v_keys uuid[];
  v_references text[];
  v_unique_texts text[];         -- reference and account, which no two purchases share
  v_charges bigint[];            -- what the account pays
  v_discounts integer[];         -- of it, in hundredths of a percent; NULL: none
  v_wallet_places integer[];     -- the place of its wallet in v_wallets
  v_first_places integer[];      -- the first item of this batch with its unique text
  v_holders uuid[];              -- the purchase that has its reference; of a first item also one of this batch
  v_balances_before bigint[];
  v_balances_after bigint[];
  v_losses bigint[];             -- by how much it costs more than its charge; NULL: a plan that may not be sold at it
  v_outcomes text[];
  -- one element for each wallet locked here
  v_wallets uuid[];
  v_balances bigint[];
  v_active_accounts uuid[];
  v_live_keys uuid[];
  v_left_today bigint[];         -- what each of v_live_keys may still spend; NULL: it has no limit
  v_losses_locked boolean;       -- false: another transaction is counting losses
  v_loss_left_kobo bigint;       -- what may still be lost today; NULL: nobody sells below cost, or it is not known
  v_decided_at timestamptz;
  v_place integer;
  v_key_place integer;
BEGIN
  SELECT array_agg(item.id), array_agg(item.account_id), array_agg(item.key_id), array_agg(item.request_ref),
         array_agg(item.request_ref || item.account_id), array_agg(item.charge_kobo), array_agg(item.discount_bps),
         array_agg(item.loss_kobo)
    INTO v_ids, v_accounts, v_keys, v_references, v_unique_texts, v_charges, v_discounts, v_losses
    FROM orders_with_charges(p_items) item;

  -- 1. Lock the wallets, by id. Below cost also the losses, so that no two sales share what is left of the daily cap.
  SELECT array_agg(locked.account_id), array_agg(locked.balance_kobo) INTO v_wallets, v_balances
    FROM lock_wallets(v_accounts, p_wait) locked;
  IF 0 < ANY (v_losses) AND p_wait THEN
    PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  END IF;
  v_losses_locked := 0 < ANY (v_losses) AND (p_wait OR pg_try_advisory_xact_lock('loss'::regclass::integer, 0));
  v_decided_at := clock_timestamp();
  IF v_decided_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 2. Read which accounts and keys may still buy, and for how much, and who has these references. If an earlier call
  --    wrote the same purchase, read its balances too. The snapshot is younger than the locks.
  SELECT ARRAY(SELECT a.id FROM account a WHERE a.id = ANY (v_accounts) AND a.status = 'active'),
         array_agg(known.wallet_place), array_agg(known.first_place), array_agg(known.holder),
         array_agg(known.balance_before_kobo), array_agg(known.balance_after_kobo), array_agg(NULL::text)
    INTO v_active_accounts,
         v_wallet_places, v_first_places, v_holders, v_balances_before, v_balances_after, v_outcomes
    FROM (SELECT array_position(v_wallets, item.account_id) AS wallet_place,
                 array_position(v_unique_texts, item.unique_text) AS first_place,
                 own.id AS holder, debit.balance_before_kobo, debit.balance_after_kobo
            FROM unnest(v_ids, v_accounts, v_references, v_unique_texts)
                 WITH ORDINALITY AS item (id, account_id, reference, unique_text, n)
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE q.request_ref = item.reference COLLATE "C" AND q.account_id = item.account_id
                                LIMIT 1) own ON true
            LEFT JOIN LATERAL (SELECT entry.balance_before_kobo, entry.balance_after_kobo FROM ledger_entry entry
                                WHERE entry.purchase_id = item.id AND entry.kind = 'debit' AND own.id = item.id
                                LIMIT 1) debit ON true
           ORDER BY item.n) known;
  SELECT coalesce(array_agg(key.key_id), '{}'), array_agg(key.left_kobo) INTO v_live_keys, v_left_today
    FROM key_allowances(v_keys, v_decided_at) key;
  v_loss_left_kobo := CASE WHEN v_losses_locked THEN loss_left(v_decided_at) END;

  -- 3. Decide, one by one in the order given. A large item that does not fit must not reject a small one behind it, so
  --    this is no running sum.
  FOR i IN 1 .. cardinality(v_ids) LOOP
    v_place := v_wallet_places[i];
    v_key_place := array_position(v_live_keys, v_keys[i]);
    IF v_holders[i] = v_ids[i] THEN
      v_outcomes[i] := 'written_before';
    ELSIF v_accounts[i] <> ALL (v_active_accounts)
       OR (v_keys[i] IS NOT NULL AND v_key_place IS NULL) THEN
      v_outcomes[i] := 'unauthorized';
    ELSIF v_holders[v_first_places[i]] IS NOT NULL THEN
      v_outcomes[i] := 'duplicate';
    ELSIF v_place IS NULL OR (v_losses[i] > 0 AND v_loss_left_kobo IS NULL) THEN
      v_outcomes[i] := 'busy';
    ELSIF v_losses[i] IS NULL THEN
      v_outcomes[i] := 'repriced';
    ELSIF v_losses[i] > v_loss_left_kobo THEN
      v_outcomes[i] := 'loss_cap';
    ELSIF v_left_today[v_key_place] < v_charges[i] THEN
      v_outcomes[i] := 'key_limit';
    ELSIF v_balances[v_place] < v_charges[i] THEN
      v_outcomes[i] := 'insufficient';
    ELSE
      v_outcomes[i] := 'accepted';
      v_holders[v_first_places[i]] := v_ids[i];
      v_balances_before[i] := v_balances[v_place];
      v_balances[v_place] := v_balances[v_place] - v_charges[i];
      v_balances_after[i] := v_balances[v_place];
      v_loss_left_kobo := v_loss_left_kobo - v_losses[i];
      IF v_key_place IS NOT NULL THEN
        v_left_today[v_key_place] := v_left_today[v_key_place] - v_charges[i];
      END IF;
    END IF;
  END LOOP;

  -- 4. Write what was accepted.
  IF 'accepted' = ANY (v_outcomes) THEN
    PERFORM write_charged(p_items, v_outcomes, v_balances_before, v_balances_after, v_discounts, v_losses, p_start);
    UPDATE wallet SET balance_kobo = v_balances[array_position(v_wallets, account_id)]
     WHERE account_id = ANY (v_wallets) AND balance_kobo <> v_balances[array_position(v_wallets, account_id)];
    IF v_losses_locked THEN
      PERFORM reserve_losses(array_agg(item.id), v_decided_at)
         FROM unnest(v_ids, v_outcomes) AS item (id, outcome) WHERE item.outcome = 'accepted';
    END IF;
  END IF;

  RETURN QUERY
    SELECT item.n::integer, CASE item.outcome WHEN 'written_before' THEN 'accepted' ELSE item.outcome END,
           item.before, item.after, v_decided_at
      FROM unnest(v_outcomes, v_balances_before, v_balances_after)
           WITH ORDINALITY AS item (outcome, before, after, n)
     ORDER BY item.n;
END $$;

-- Debits wallets and writes purchases, for a batch, as if one by one in the order given.
--
-- p_items      array of { id, account_id, key_id, request_ref, product_type, amount_kobo, recipient, details,
--              description, provider, provider_order, decision, window_ms, traceparent }. key_id: the API key of the
--              request; without one, only the account is checked, and nothing counts for a key.
--              window_ms: how long its client waits; then the sweeper answers in place of an API process that died.
-- p_not_after  the caller has given up by then. Later than this nothing is written (SQLSTATE TP001), which makes it
--              safe to repeat a call whose answer was lost.
-- p_wait       false: do not wait for a wallet that somebody else has locked; its items answer `busy`
-- p_start      when the sweeper may take up a purchase that no job announced
--
-- Returns one row for each item, in the order given. Outcomes:
--   accepted      written and debited; also when an earlier call with the same id wrote it
--   unauthorized  the API key is revoked, expired or may only read, or the account is not active
--   duplicate     another purchase of the account has the reference
--   key_limit     with it the key would have spent more than its daily limit, in the Lagos day of the accept
--   insufficient  the balance is too small
--   repriced      a data plan costs the account more now than the amount, or may not be sold at it, or is not known
--   loss_cap      the plan is sold below cost, and with this sale more would be lost today than may be (loss_left)
--   busy          somebody else has locked the wallet or the losses (only when p_wait is false)
-- A sale below cost reserves its loss (reserve_losses); record_loss corrects it, or gives it back.
-- Locks the wallets by account id until the transaction ends. So no two accepts of one account decide side by side, and
-- its references need no lock, nor what its keys have spent (api_key_day, which refunds change under the same lock).
-- For a sale below cost it also locks the losses (advisory), as record_loss does.
-- For READ COMMITTED: each statement takes a new snapshot, so what is read after a lock is younger than the lock.
-- Called by the API (accept-batcher.ts).
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
  v_amounts bigint[];
  v_wallet_places integer[];     -- the place of its wallet in v_wallets
  v_first_places integer[];      -- the first item of this batch with its unique text
  v_holders uuid[];              -- the purchase that has its reference; of a first item also one of this batch
  v_balances_before bigint[];
  v_balances_after bigint[];
  v_losses bigint[];             -- by how much a data plan costs more than its amount; NULL: it may not be sold at it
  v_outcomes text[];
  -- one element for each wallet locked here
  v_wallets uuid[];
  v_balances bigint[];
  v_active_accounts uuid[];
  v_test_accounts uuid[];        -- whose purchases the simulator serves, whoever the item names
  v_live_keys uuid[];
  v_left_today bigint[];         -- what each of v_live_keys may still spend; NULL: it has no limit
  v_losses_locked boolean;       -- false: another transaction is counting losses
  v_loss_left_kobo bigint;       -- what may still be lost today; NULL: nobody sells below cost, or it is not known
  v_decided_at timestamptz;
  v_today date := (now() AT TIME ZONE 'Africa/Lagos')::date; -- of created_at, too
  v_place integer;
  v_key_place integer;
BEGIN
  SELECT array_agg(item.id), array_agg(item.account_id), array_agg(item.key_id), array_agg(item.request_ref),
         array_agg(item.request_ref || item.account_id), array_agg(item.amount_kobo), array_agg(item.loss_kobo)
    INTO v_ids, v_accounts, v_keys, v_references, v_unique_texts, v_amounts, v_losses
    FROM (SELECT item.*, CASE WHEN item.product_type = 'DATA' THEN terms.loss_kobo ELSE 0 END AS loss_kobo
            FROM ROWS FROM (jsonb_to_recordset(p_items) AS (
                   id uuid, account_id uuid, key_id uuid, request_ref text, amount_kobo bigint, product_type text,
                   provider_order jsonb)) WITH ORDINALITY AS item (
                   id, account_id, key_id, request_ref, amount_kobo, product_type, provider_order, n)
            LEFT JOIN LATERAL (
                   SELECT CASE WHEN plan.live THEN greatest(plan.cost_kobo - item.amount_kobo, 0) ELSE 0 END AS loss_kobo
                     FROM plan_terms(item.account_id, item.provider_order) plan
                    WHERE item.product_type = 'DATA' AND item.amount_kobo >= plan.price_kobo
                      AND (item.amount_kobo >= plan.cost_kobo OR plan.may_lose)
                    LIMIT 1) terms ON true
           ORDER BY item.n) item;

  -- 1. Lock the wallets, by id.
  IF p_wait THEN
    SELECT array_agg(locked.account_id), array_agg(locked.balance_kobo) INTO v_wallets, v_balances
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_accounts)
             ORDER BY account_id FOR NO KEY UPDATE) locked;
  ELSE
    SELECT array_agg(locked.account_id), array_agg(locked.balance_kobo) INTO v_wallets, v_balances
      FROM (SELECT account_id, balance_kobo FROM wallet WHERE account_id = ANY (v_accounts)
             ORDER BY account_id FOR NO KEY UPDATE SKIP LOCKED) locked;
  END IF;

  -- 2. Below cost: lock the losses, so that no two sales share what is left of the daily cap.
  IF 0 < ANY (v_losses) AND p_wait THEN
    PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  END IF;
  v_losses_locked := 0 < ANY (v_losses) AND (p_wait OR pg_try_advisory_xact_lock('loss'::regclass::integer, 0));

  v_decided_at := clock_timestamp();
  IF v_decided_at > p_not_after THEN
    RAISE EXCEPTION 'accept_purchases: its caller has given up' USING ERRCODE = 'TP001';
  END IF;

  -- 3. Read which accounts and keys may still buy, and for how much, who has these references and, when an earlier call
  --    of ours wrote the purchase, at which balances. The snapshot is younger than the locks.
  SELECT ARRAY(SELECT a.id FROM account a WHERE a.id = ANY (v_accounts) AND a.status = 'active'),
         ARRAY(SELECT a.id FROM account a WHERE a.id = ANY (v_accounts) AND a.mode = 'test'),
         array_agg(known.wallet_place), array_agg(known.first_place), array_agg(known.holder),
         array_agg(known.balance_before_kobo), array_agg(known.balance_after_kobo), array_agg(NULL::text)
    INTO v_active_accounts, v_test_accounts,
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
  SELECT coalesce(array_agg(k.id), '{}'), array_agg(k.daily_limit_kobo - coalesce(today.spent_kobo, 0))
    INTO v_live_keys, v_left_today
    FROM api_key k
    -- only keys with a limit are looked up
    LEFT JOIN LATERAL (SELECT d.spent_kobo FROM api_key_day d
                        WHERE k.daily_limit_kobo IS NOT NULL AND d.key_id = k.id AND d.day = v_today
                        LIMIT 1) today ON true
   WHERE k.id = ANY (v_keys) AND k.revoked_at IS NULL AND k.scope = 'purchase'
     AND (k.expires_at IS NULL OR k.expires_at > v_decided_at);
  v_loss_left_kobo := CASE WHEN v_losses_locked THEN loss_left(v_decided_at) END;

  -- 4. Decide, one by one in the order given. A large item that does not fit must not reject a small one behind it, so
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
    ELSIF v_left_today[v_key_place] < v_amounts[i] THEN
      v_outcomes[i] := 'key_limit';
    ELSIF v_balances[v_place] < v_amounts[i] THEN
      v_outcomes[i] := 'insufficient';
    ELSE
      v_outcomes[i] := 'accepted';
      v_holders[v_first_places[i]] := v_ids[i];
      v_balances_before[i] := v_balances[v_place];
      v_balances[v_place] := v_balances[v_place] - v_amounts[i];
      v_balances_after[i] := v_balances[v_place];
      v_loss_left_kobo := v_loss_left_kobo - v_losses[i];
      IF v_key_place IS NOT NULL THEN
        v_left_today[v_key_place] := v_left_today[v_key_place] - v_amounts[i];
      END IF;
    END IF;
  END LOOP;

  -- 5. Write what was accepted.
  IF 'accepted' = ANY (v_outcomes) THEN
    INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description,
                          provider, provider_order, decision, next_check_at, window_ends_at, cause, cause_code,
                          api_key_id, traceparent, expected_loss_kobo)
    SELECT item.id, item.account_id, item.request_ref, item.product_type, item.amount_kobo, item.recipient,
           item.details, item.description,
           CASE WHEN item.account_id = ANY (v_test_accounts) THEN 'simulator' ELSE item.provider END,
           item.provider_order, item.decision, now() + p_start, now() + item.window_ms * interval '1 millisecond',
           'accepted', 'accepted', v_keys[item.n], item.traceparent, nullif(v_losses[item.n], 0)
      FROM ROWS FROM (
             jsonb_to_recordset(p_items) AS (
               id uuid, account_id uuid, request_ref text, product_type text, amount_kobo bigint, recipient text,
               details jsonb, description text, provider text, provider_order jsonb, decision jsonb,
               window_ms bigint, traceparent text))
           WITH ORDINALITY AS item (
             id, account_id, request_ref, product_type, amount_kobo, recipient,
             details, description, provider, provider_order, decision, window_ms, traceparent, n)
     WHERE v_outcomes[item.n] = 'accepted';

    INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo,
                              balance_before_kobo, balance_after_kobo, reference)
    SELECT item.account_id, item.id, 'debit', -item.amount, item.before, item.after, item.reference
      FROM unnest(v_accounts, v_ids, v_amounts, v_balances_before, v_balances_after, v_references, v_outcomes)
           WITH ORDINALITY AS item (account_id, id, amount, before, after, reference, outcome, n)
     WHERE item.outcome = 'accepted' ORDER BY item.n;

    UPDATE wallet SET balance_kobo = v_balances[array_position(v_wallets, account_id)]
     WHERE account_id = ANY (v_wallets) AND balance_kobo <> v_balances[array_position(v_wallets, account_id)];

    INSERT INTO api_key_day AS today (key_id, day, purchases, spent_kobo)
    SELECT item.key_id, v_today, count(*), sum(item.amount)
      FROM unnest(v_keys, v_amounts, v_outcomes) AS item (key_id, amount, outcome)
     WHERE item.outcome = 'accepted' AND item.key_id IS NOT NULL GROUP BY item.key_id
    ON CONFLICT (key_id, day) DO UPDATE
      SET purchases = today.purchases + excluded.purchases, spent_kobo = today.spent_kobo + excluded.spent_kobo;

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

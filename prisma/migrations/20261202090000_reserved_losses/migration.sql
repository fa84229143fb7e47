-- Selling below cost is bounded before it happens. A sale below cost reserves its loss when it is accepted, and the accept
-- declines what would exceed the daily loss cap; the end of the purchase corrects the reservation, or gives it back. A
-- price that loses more than 10 % of the cost needs a second operator. Prices and stops are written by functions alone.
--
-- Locks purchase for a moment: two statements that change its description and its trigger, and read no row.

ALTER TABLE purchase ADD COLUMN expected_loss_kobo bigint;

-- It stays 0 until the first purchase that reserved is delivered.
ALTER TABLE loss_day DROP CONSTRAINT loss_day_lost_kobo_check, DROP CONSTRAINT loss_day_check;
ALTER TABLE loss_day ADD CHECK (lost_kobo >= 0), ADD CHECK (counted_kobo >= 0);
-- What operators ended counts again: of now, the sum of a day is what its purchases say.
UPDATE loss_day SET counted_kobo = lost_kobo WHERE counted_kobo <> lost_kobo;

-- What was allowed before goes on up to the cost of now.
ALTER TABLE plan_price ADD COLUMN approved_cost_kobo bigint;
UPDATE plan_price own SET approved_cost_kobo = p.cost_kobo
  FROM data_plan p WHERE p.id = own.data_plan_id AND own.below_cost_allowed AND own.price_kobo < p.cost_kobo;

ALTER TABLE cap_use DROP CONSTRAINT cap_use_pkey, ALTER COLUMN entry_id DROP NOT NULL;
ALTER TABLE cap_use ADD COLUMN id bigserial PRIMARY KEY;
CREATE UNIQUE INDEX cap_use_entry_id_key ON cap_use (entry_id);

ALTER TABLE approval DROP CONSTRAINT approval_kind_check;
ALTER TABLE approval ADD CONSTRAINT approval_kind_check
  CHECK (kind IN ('fund', 'adjust', 'refund', 'limits', 'price', 'owner_add', 'operator_add', 'operator_link',
                  'operator_factor_reset', 'operator_disable'));

-- Whether a plan may be sold at a price below its cost: selling below cost was allowed to the tier, and the sale loses
-- at most 10 % of the cost, or a second operator has approved it at this cost or a higher one.
--
-- Locks nothing. A plain expression, so that the planner puts it in place of the call.
-- Called by plan_terms, mark_plans_below_cost and stop_at_loss_cap, and where prices are read.
CREATE OR REPLACE FUNCTION may_sell_below(
  p_price_kobo bigint, p_cost_kobo bigint, p_below_cost_allowed boolean, p_approved_cost_kobo bigint)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_below_cost_allowed, false)
         AND (p_price_kobo >= p_cost_kobo - p_cost_kobo / 10 OR p_cost_kobo <= coalesce(p_approved_cost_kobo, 0))
$$;

-- What an account pays for the data plan of an order, and what the plan costs. No row: there is no such plan.
--
-- p_order  the provider's part of the order, with the codes of the owner of the catalogue
--
-- `below_cost_allowed`: an operator allowed its tier prices below cost; `may_lose`: the plan may be sold at this one.
-- Locks nothing. A plain query, so that the planner puts it in place of the call.
-- Not for roles: called by accept_purchases, reserve_losses and record_loss.
CREATE OR REPLACE FUNCTION plan_terms(p_account uuid, p_order jsonb)
RETURNS TABLE (
  data_plan_id integer, tier_id integer, live boolean, price_kobo bigint, cost_kobo bigint, below_cost_allowed boolean,
  may_lose boolean)
LANGUAGE sql STABLE AS $$
  SELECT p.id, a.tier_id, a.mode = 'live',
         coalesce(own.price_kobo, (p.cost_kobo * (10000 + coalesce(own.markup_bps, t.markup_bps)) + 9999) / 10000),
         p.cost_kobo, coalesce(own.below_cost_allowed, false),
         may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo)
    FROM account a
    JOIN tier t ON t.id = a.tier_id
    JOIN data_plan p ON p.provider_service = p_order ->> 'serviceId' AND p.provider_code = p_order ->> 'variationCode'
    LEFT JOIN plan_price own ON own.tier_id = a.tier_id AND own.data_plan_id = p.id
   WHERE a.id = p_account
$$;

-- What may still be lost on the day of p_at in Lagos: the daily cap, less what open sales below cost have reserved and
-- what was lost with permission. Negative when costs turned out higher than expected.
--
-- Locks nothing: whoever decides by it locks the losses first (accept_purchases).
-- Called by accept_purchases, resume_plan and stop_at_loss_cap, and where prices are read.
CREATE OR REPLACE FUNCTION loss_left(p_at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.daily_loss_cap_kobo
         - coalesce((SELECT sum(d.counted_kobo) FROM loss_day d WHERE d.day = today.day), 0)::bigint
         - coalesce((SELECT d.lost_kobo FROM absorbed_loss_day d WHERE d.day = today.day), 0)
    FROM catalogue_state c CROSS JOIN (SELECT (p_at AT TIME ZONE 'Africa/Lagos')::date AS day) today
$$;

-- Reserves what purchases that this transaction has written are expected to lose, and counts it for the daily cap of the
-- day of p_at in Lagos. Those that are not sold below cost are left alone.
--
-- Locks nothing: the caller holds the lock of the losses. Not for roles: called by accept_purchases.
CREATE OR REPLACE FUNCTION reserve_losses(p_ids uuid[], p_at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  WITH reserved AS (
    INSERT INTO loss (purchase_id, product_type, data_plan_id, tier_id, price_kobo, cost_kobo, allowed, at)
    SELECT q.id, q.product_type, plan.data_plan_id, plan.tier_id, q.amount_kobo, q.amount_kobo + q.expected_loss_kobo,
           true, p_at
      FROM purchase q CROSS JOIN LATERAL plan_terms(q.account_id, q.provider_order) plan
     WHERE q.id = ANY (p_ids) AND q.expected_loss_kobo IS NOT NULL
    RETURNING data_plan_id, tier_id, cost_kobo - price_kobo AS loss_kobo)
  INSERT INTO loss_day AS d (day, data_plan_id, tier_id, lost_kobo, counted_kobo)
  SELECT (p_at AT TIME ZONE 'Africa/Lagos')::date, data_plan_id, tier_id, 0, sum(loss_kobo)
    FROM reserved GROUP BY data_plan_id, tier_id
  ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE SET counted_kobo = d.counted_kobo + excluded.counted_kobo
$$;

-- Stops every plan that is sold below cost with permission and whose next sale would lose more than is left of the
-- daily cap, until the next day in Lagos. What is only reserved does not count here: it may be given back.
--
-- p_plan, p_tier  what was sold; it is stopped at the cap even if the catalogue's cost is not above its price. NULL: it
--                 was sold by another provider
--
-- Locks nothing: the caller holds the lock of the losses. Not for roles: called by record_loss.
CREATE OR REPLACE FUNCTION stop_at_loss_cap(p_plan integer, p_tier integer) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_day timestamptz := date_trunc('day', clock_timestamp(), 'Africa/Lagos');
  v_today date := (v_day AT TIME ZONE 'Africa/Lagos')::date;
  v_lost_kobo bigint := coalesce((SELECT sum(d.lost_kobo) FROM loss_day d WHERE d.day = v_today), 0)
                        + coalesce((SELECT d.lost_kobo FROM absorbed_loss_day d WHERE d.day = v_today), 0);
  v_cap_kobo bigint := (SELECT c.daily_loss_cap_kobo FROM catalogue_state c);
BEGIN
  PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap',
                    jsonb_build_object('lost', to_char(v_lost_kobo / 100.0, 'FM999999999990.00'),
                                       'cap', to_char(v_cap_kobo / 100.0, 'FM999999999990.00')),
                    v_day + interval '24 hours')
     FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE own.below_cost_allowed
      AND (own.price_kobo < p.cost_kobo AND v_lost_kobo + p.cost_kobo - own.price_kobo > v_cap_kobo
           OR v_lost_kobo >= v_cap_kobo AND own.data_plan_id = p_plan AND own.tier_id = p_tier)
    ORDER BY own.data_plan_id, own.tier_id;
END $$;

-- Keeps a sale whose cost exceeded its price, and stops what must not be sold on (trigger function of
-- purchase_was_a_loss, in the transaction that records the end of a purchase; other sales pay one comparison).
--
-- A data plan is stopped in all tiers, until an operator looks, when it would lose again: the catalogue does not know
-- this cost, and what the tier pays now is below it. A sale from before a correction stops nothing.
--
-- Where selling it below cost is allowed to the tier of the account, the accept has reserved the loss: here it becomes
-- what the sale has cost, or is given back when the purchase failed. Without a reservation (the cost rose after the
-- accept) it counts from now on. A loss counts on the day in Lagos of its reservation.
--
-- What was sold by another provider than the owner of the catalogue (`elsewhere` in the decision) stops nothing: the
-- catalogue knows the cost of the owner only. Its loss counts for that sum too; at the cap, such orders are refused
-- (ROUTING_DEARER). A plan that was reserved for counts as reserved, whoever served it.
--
-- It runs with the owner's rights, because nobody may write a loss or a stop by hand.
-- Locks nothing for a sale that was not allowed, except a stop that another transaction is beginning. For an allowed
-- one it locks the advisory lock of the losses until the transaction ends, so that no two miss each other in the sum.
CREATE OR REPLACE FUNCTION record_loss() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz := clock_timestamp();
  v_today date := (v_at AT TIME ZONE 'Africa/Lagos')::date;
  v_lost_kobo bigint := NEW.cost_kobo - NEW.amount_kobo;
  v_elsewhere boolean := coalesce((NEW.decision ->> 'elsewhere')::boolean, false);
  v_tier integer;
  v_plan integer;
  v_allowed boolean;
  v_loses_again boolean;
  v_reserved loss;
BEGIN
  IF NEW.expected_loss_kobo IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
    -- an unknown cost is taken for the expected one
    v_lost_kobo := CASE WHEN NEW.status = 'success'
                        THEN greatest(coalesce(v_lost_kobo, NEW.expected_loss_kobo), 0) ELSE 0 END;
    SELECT * INTO v_reserved FROM loss WHERE purchase_id = NEW.id;
    IF v_lost_kobo > 0 THEN
      UPDATE loss SET cost_kobo = price_kobo + v_lost_kobo WHERE purchase_id = NEW.id;
    ELSE
      DELETE FROM loss WHERE purchase_id = NEW.id;
    END IF;
    UPDATE loss_day
       SET lost_kobo = lost_kobo + v_lost_kobo, counted_kobo = counted_kobo + v_lost_kobo - NEW.expected_loss_kobo
     WHERE day = (v_reserved.at AT TIME ZONE 'Africa/Lagos')::date
       AND data_plan_id = v_reserved.data_plan_id AND tier_id = v_reserved.tier_id;
    IF v_lost_kobo > 0 THEN
      PERFORM stop_at_loss_cap(v_reserved.data_plan_id, v_reserved.tier_id);
    END IF;
    RETURN NULL;
  END IF;

  SELECT a.tier_id INTO v_tier FROM account a WHERE a.id = NEW.account_id;
  IF NEW.product_type = 'DATA' THEN
    SELECT plan.data_plan_id, plan.below_cost_allowed,
           plan.cost_kobo < NEW.cost_kobo AND plan.price_kobo < NEW.cost_kobo
      INTO v_plan, v_allowed, v_loses_again
      FROM plan_terms(NEW.account_id, NEW.provider_order) plan;
  END IF;
  INSERT INTO loss (purchase_id, product_type, data_plan_id, tier_id, price_kobo, cost_kobo, allowed, at)
  VALUES (NEW.id, NEW.product_type, v_plan, v_tier, NEW.amount_kobo, NEW.cost_kobo,
          coalesce(CASE WHEN v_elsewhere THEN (NEW.decision ->> 'absorbs')::boolean ELSE v_allowed END, false), v_at)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND OR v_plan IS NULL AND NOT v_elsewhere THEN
    RETURN NULL;
  END IF;
  IF NOT v_elsewhere AND NOT v_allowed THEN
    IF v_loses_again THEN
      PERFORM stop_plan(v_plan, NULL, 'sold_below_cost',
                        jsonb_build_object('reference', NEW.request_ref,
                                           'price', to_char(NEW.amount_kobo / 100.0, 'FM999999999990.00'),
                                           'cost', to_char(NEW.cost_kobo / 100.0, 'FM999999999990.00')),
                        NULL);
    END IF;
    RETURN NULL;
  END IF;

  PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  IF v_elsewhere THEN
    INSERT INTO absorbed_loss_day AS d (day, lost_kobo) VALUES (v_today, v_lost_kobo)
    ON CONFLICT (day) DO UPDATE SET lost_kobo = d.lost_kobo + excluded.lost_kobo;
    PERFORM stop_at_loss_cap(NULL, NULL);
  ELSE
    INSERT INTO loss_day AS d (day, data_plan_id, tier_id, lost_kobo, counted_kobo)
    VALUES (v_today, v_plan, v_tier, v_lost_kobo, v_lost_kobo)
    ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE
      SET lost_kobo = d.lost_kobo + excluded.lost_kobo, counted_kobo = d.counted_kobo + excluded.counted_kobo;
    PERFORM stop_at_loss_cap(v_plan, v_tier);
  END IF;
  RETURN NULL;
END $$;

-- Makes the stops of plans equal to the catalogue.
-- `cost_above_price`: one for each exact price of a tier that is below the cost of a plan on sale, unless selling at
-- that price is allowed there (may_sell_below). Such a plan is out of sale in any case, because every reader compares
-- the two; the stop is what operators see of it, with its beginning and its end.
-- `loss_cap`: while one holds, what falls below cost with permission is stopped too, except what an operator has sold
-- again since the cap was reached (resume_plan). It ends for a plan that loses no more: its price or cost has changed,
-- or it has no permission now. The sum of the day stays.
--
-- p_how  what has changed, as the end of a stop names it: price | catalogue
--
-- It runs with the owner's rights, because nobody may write a stop by hand.
-- Locks the advisory lock of the stops until the transaction ends: call it last. Settlements do not need that lock. It
-- begins stops before it ends some, in the order of record_loss, so that the two never wait for each other.
-- Called in the transactions that change plans or prices, by worker, console and `ops`.
CREATE OR REPLACE FUNCTION mark_plans_below_cost(p_how text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('plan_stop'::regclass::integer, 0);
  PERFORM stop_plan(own.data_plan_id, own.tier_id, 'loss_cap', reached.facts, reached.until)
     FROM (SELECT s.facts, s.until FROM plan_stop s
            WHERE s.reason = 'loss_cap' AND s.cleared_at IS NULL AND s.until > clock_timestamp()
            ORDER BY s.since LIMIT 1) reached
    CROSS JOIN plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE p.is_active AND p.plan_id IS NOT NULL AND own.below_cost_allowed AND own.price_kobo < p.cost_kobo
      AND NOT EXISTS (
        SELECT FROM plan_stop resumed
         WHERE resumed.data_plan_id = own.data_plan_id AND resumed.tier_id = own.tier_id
           AND resumed.reason = 'loss_cap' AND resumed.cleared_how = 'operator' AND resumed.until = reached.until)
    ORDER BY own.data_plan_id, own.tier_id;
  UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = p_how
   WHERE s.reason = 'loss_cap' AND s.cleared_at IS NULL AND s.until > clock_timestamp()
     AND NOT EXISTS (
       SELECT FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
        WHERE own.data_plan_id = s.data_plan_id AND own.tier_id = s.tier_id AND own.below_cost_allowed
          AND (own.price_kobo < p.cost_kobo OR greatest(own.updated_at, p.updated_at) <= s.since));
  UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = p_how
   WHERE s.reason = 'cost_above_price' AND s.cleared_at IS NULL
     AND NOT EXISTS (
       SELECT FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
        WHERE own.data_plan_id = s.data_plan_id AND own.tier_id = s.tier_id
          AND p.is_active AND p.plan_id IS NOT NULL
          AND own.price_kobo < p.cost_kobo
          AND NOT may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo));
  PERFORM stop_plan(p.id, own.tier_id, 'cost_above_price',
                    jsonb_build_object('price', to_char(own.price_kobo / 100.0, 'FM999999999990.00'),
                                       'cost', to_char(p.cost_kobo / 100.0, 'FM999999999990.00')),
                    NULL)
     FROM plan_price own JOIN data_plan p ON p.id = own.data_plan_id
    WHERE p.is_active AND p.plan_id IS NOT NULL
      AND own.price_kobo < p.cost_kobo
      AND NOT may_sell_below(own.price_kobo, p.cost_kobo, own.below_cost_allowed, own.approved_cost_kobo);
END $$;

-- Debits wallets and writes purchases, for a batch, as if one by one in the order given.
--
-- p_items      array of { id, account_id, key_id, request_ref, product_type, amount_kobo, recipient, details,
--              description, provider, provider_order, decision, window_ms, traceparent }. key_id: the API key of the
--              request; without one, as in version 0.1.0, only the account is checked, and nothing counts for a key.
--              window_ms: how long its client waits; then the sweeper answers in place of an API process that died.
-- p_not_after  the caller has given up by then. Later than this nothing is written (SQLSTATE TP001), which makes it
--              safe to repeat a call whose answer was lost.
-- p_wait       false: do not wait for a wallet or reference that somebody else has locked; its items answer `busy`
-- p_start      when the sweeper may take up a purchase that no job announced
--
-- Returns one row for each item, in the order given. Outcomes:
--   accepted      written and debited; also when an earlier call with the same id wrote it
--   unauthorized  the API key is revoked, expired or may only read, or the account is not active
--   duplicate     another purchase of the account has the reference; before the contraction, of any account
--   key_limit     with it the key would have spent more than its daily limit, in the Lagos day of the accept
--   insufficient  the balance is too small
--   repriced      a data plan costs the account more now than the amount, or may not be sold at it, or is not known
--   loss_cap      the plan is sold below cost, and with this sale more would be lost today than may be (loss_left)
--   busy          somebody else has locked the wallet, the reference or the losses (only when p_wait is false)
-- A sale below cost reserves its loss (reserve_losses); record_loss corrects it, or gives it back.
-- Locks the wallets by account id until the transaction ends. So no two accepts of one account decide side by side, and
-- its references need no lock, nor what its keys have spent (api_key_day, which refunds change under the same lock).
-- Before the contraction (`db:migrate --contract`) a reference is unique in the whole service: then it also locks the
-- references, by hash (advisory). For a sale below cost it also locks the losses (advisory), as record_loss does.
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
  v_unique_texts text[];         -- what no two purchases may share
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
  v_busy_references text[];      -- references that another transaction is deciding on
  v_losses_locked boolean;       -- false: another transaction is counting losses
  v_loss_left_kobo bigint;       -- what may still be lost today; NULL: nobody sells below cost, or it is not known
  -- Once this is false it stays false, so what runs during the contraction may read either.
  v_unique_in_service boolean := to_regclass('purchase_request_ref_key') IS NOT NULL;
  v_decided_at timestamptz;
  v_today date := (now() AT TIME ZONE 'Africa/Lagos')::date; -- of created_at, too
  v_place integer;
  v_key_place integer;
BEGIN
  SELECT array_agg(item.id), array_agg(item.account_id), array_agg(item.key_id), array_agg(item.request_ref),
         array_agg(item.request_ref || CASE WHEN v_unique_in_service THEN '' ELSE item.account_id::text END),
         array_agg(item.amount_kobo), array_agg(item.loss_kobo)
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

  -- 2. Before the contraction: lock the references, by hash. A reference is taken only under its lock, so what step 3
  --    reads of other accounts stays true until this transaction ends.
  IF v_unique_in_service AND p_wait THEN
    PERFORM pg_advisory_xact_lock(hashed.key)
       FROM (SELECT hashtextextended(r, 0) AS key FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed;
  ELSIF v_unique_in_service THEN
    SELECT array_agg(hashed.reference) INTO v_busy_references
      FROM (SELECT hashtextextended(r, 0) AS key, r AS reference
              FROM unnest(v_references) AS r ORDER BY key OFFSET 0) hashed
     WHERE NOT pg_try_advisory_xact_lock(hashed.key);
  END IF;

  -- Below cost: lock the losses, so that no two sales share what is left of the daily cap.
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
                 coalesce(own.id, anybody.id) AS holder, debit.balance_before_kobo, debit.balance_after_kobo
            FROM unnest(v_ids, v_accounts, v_references, v_unique_texts)
                 WITH ORDINALITY AS item (id, account_id, reference, unique_text, n)
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE q.request_ref = item.reference COLLATE "C" AND q.account_id = item.account_id
                                LIMIT 1) own ON true
            LEFT JOIN LATERAL (SELECT q.id FROM purchase q
                                WHERE v_unique_in_service AND q.request_ref = item.reference COLLATE "C"
                                LIMIT 1) anybody ON true
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
    ELSIF v_place IS NULL OR v_references[i] = ANY (v_busy_references)
       OR (v_losses[i] > 0 AND v_loss_left_kobo IS NULL) THEN
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

-- Ends the stops of a plan, because an operator has looked at it. What was lost and reserved stays counted, so a stop at
-- the daily loss cap ends only when something of the cap is left. A price below cost keeps its stop (cost_above_price).
--
-- p_plan  the row of data_plan
-- p_by    the operator, as the end of the stops names them
--
-- Returns the reasons of the stops that ended. Locks the losses (advisory), as record_loss does.
-- Called by `ops` and the console.
CREATE OR REPLACE FUNCTION resume_plan(p_plan integer, p_by text) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('loss'::regclass::integer, 0);
  RETURN QUERY
    UPDATE plan_stop s SET cleared_at = clock_timestamp(), cleared_how = 'operator', cleared_by = p_by
     WHERE s.data_plan_id = p_plan AND s.cleared_at IS NULL AND (s.until IS NULL OR s.until > clock_timestamp())
       AND (s.reason = 'sold_below_cost' OR s.reason = 'loss_cap' AND loss_left(clock_timestamp()) > 0)
    RETURNING s.reason;
END $$;

-- Sets what a tier pays for a plan, in place of an earlier price of its own.
--
-- p_price_kobo, p_markup_bps  one of them: the exact price, or what is added to the cost
-- p_below_cost_allowed        an exact price may be below cost, now or later: up to 10 % of the cost, or, with an
--                             approval, up to the cost of now (may_sell_below)
-- p_actor, p_approval         as in fund_wallet. Each permission to sell below cost counts the daily loss cap on the
--                             actor's cap
--
-- Returns one row. Outcomes:
--   set            done
--   below_cost     the price is below cost, and that is not allowed
--   no_such_price  there is no such tier or plan
--   not_an_operator, approval_needed, approval_not_valid, cap_exceeded: see judge_step, also for bound_kobo. A price
--                  that loses more than 10 % of the cost always needs an approval, which is for exactly this cost
-- Locks the actor's day, then the stops (mark_plans_below_cost).
-- Called by `ops` and the console, and by decide_approval.
CREATE OR REPLACE FUNCTION set_plan_price(
  p_tier text, p_plan text, p_price_kobo bigint, p_markup_bps integer, p_below_cost_allowed boolean, p_actor text,
  p_approval uuid)
RETURNS TABLE (outcome text, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_may_lose boolean := p_below_cost_allowed AND p_price_kobo IS NOT NULL;
  v_tier integer;
  v_plan integer;
  v_cost_kobo bigint;
  v_large boolean;
  v_counted_kobo bigint;
BEGIN
  SELECT t.id, p.id, p.cost_kobo INTO v_tier, v_plan, v_cost_kobo
    FROM tier t CROSS JOIN data_plan p WHERE t.name = p_tier AND p.plan_id = p_plan;
  IF NOT FOUND THEN
    outcome := 'no_such_price';
  ELSIF p_price_kobo < v_cost_kobo AND NOT v_may_lose THEN
    outcome := 'below_cost';
  ELSIF v_may_lose THEN
    v_large := p_price_kobo < v_cost_kobo AND NOT may_sell_below(p_price_kobo, v_cost_kobo, true, NULL);
    SELECT c.daily_loss_cap_kobo INTO v_counted_kobo FROM catalogue_state c;
    SELECT judged.refusal, judged.bound_kobo INTO outcome, bound_kobo
      FROM judge_step(
             'price',
             jsonb_build_object('tier', p_tier, 'plan_id', p_plan, 'price_kobo', p_price_kobo::text,
                                'cost_kobo', v_cost_kobo::text),
             CASE WHEN v_large THEN NULL ELSE 0 END, v_counted_kobo, p_actor, p_approval) judged;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  INSERT INTO plan_price (tier_id, data_plan_id, price_kobo, markup_bps, below_cost_allowed, approved_cost_kobo)
  VALUES (v_tier, v_plan, p_price_kobo, p_markup_bps, v_may_lose, CASE WHEN v_large THEN v_cost_kobo END)
  ON CONFLICT (tier_id, data_plan_id) DO UPDATE
    SET price_kobo = excluded.price_kobo, markup_bps = excluded.markup_bps,
        below_cost_allowed = excluded.below_cost_allowed, approved_cost_kobo = excluded.approved_cost_kobo,
        updated_at = now();
  IF v_may_lose AND v_counted_kobo > 0 THEN
    INSERT INTO cap_use (actor, day, amount_kobo, approval_id)
    VALUES (p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, v_counted_kobo, p_approval);
  END IF;
  PERFORM mark_plans_below_cost('price');
  RETURN QUERY SELECT 'set', NULL::bigint;
END $$;

-- Asks for an approval, which holds for 24 hours by this server's clock.
--
-- p_kind     fund | adjust | refund | limits | price | operator_add | operator_link | operator_factor_reset
--            | operator_disable | owner_add
-- p_payload  what is asked for. The function that does it builds the same value from its own arguments (judge_step), so
--            a payload with anything else in it can be approved and never used:
--              fund                   { account_id, amount_kobo, reference }
--              adjust                 { account_id, amount_kobo, reference, entry_id, reason, below_zero }
--              refund                 { purchase_id, amount_kobo, delivered, cause, message }
--              limits                 { approval_limit_kobo, daily_cap_kobo }
--              price                  { tier, plan_id, price_kobo, cost_kobo }
--              operator_add           { user_id, name, email, link_digest }
--              operator_link          { user_id, link_digest }
--              operator_factor_reset, operator_disable   { user_id }
--              owner_add              { user_id, account_id, name, email }
--            Amounts and ids of entries are texts, digests are hex.
-- p_note     why, for whoever decides
-- p_actor    who asks: the id of an operator, or `ops`
-- p_as       of `ops`: the operator who asks, named by --as, who may not decide either
-- p_session  of an operator
--
-- Returns one row. Outcomes:
--   requested          done
--   requested_before   the same is asked for already; the id is that of the earlier request
--   not_an_operator    the actor is no operator who may sign in; or it is `ops`, and p_as is none
--   cap_exceeded       it could never be done: the amount is above the daily cap
-- Locks nothing. Called by `ops` and the console.
CREATE OR REPLACE FUNCTION request_approval(
  p_kind text, p_payload jsonb, p_note text, p_actor text, p_as uuid, p_session uuid)
RETURNS TABLE (outcome text, approval_id uuid, expires_at timestamptz, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_cap_kobo bigint := (SELECT daily_cap_kobo FROM money_rule);
BEGIN
  IF NOT is_guard_actor(p_actor, false) OR p_actor = 'released' OR p_actor = 'ops' AND NOT EXISTS (
       SELECT FROM dashboard_user u WHERE u.id = p_as AND u.role = 'operator' AND u.disabled_at IS NULL) THEN
    RETURN QUERY SELECT 'not_an_operator', NULL::uuid, NULL::timestamptz, NULL::bigint;
    RETURN;
  END IF;
  IF (p_payload ->> 'amount_kobo')::bigint > v_cap_kobo THEN
    RETURN QUERY SELECT 'cap_exceeded', NULL::uuid, NULL::timestamptz, v_cap_kobo;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'requested_before', a.id, a.expires_at, NULL::bigint FROM approval a
     WHERE a.state = 'requested' AND a.expires_at > clock_timestamp() AND a.requested_by = p_actor
       AND a.kind = p_kind AND a.payload - 'link_digest' = p_payload - 'link_digest' LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    INSERT INTO approval (kind, payload, note, requested_by, requested_as, requested_session)
    VALUES (p_kind, p_payload, p_note, p_actor, p_as, p_session)
    RETURNING 'requested', approval.id, approval.expires_at, NULL::bigint;
END $$;

-- Approves or declines what somebody asked for. Approving does it, in this transaction: exactly once, or not at all.
--
-- p_decider, p_session  the operator who decides, and the session in which they do
-- p_note                why; NULL for none
--
-- The decider is an operator who may sign in, other than whoever asked, whom `ops` acted for, and whom it is about; in
-- a session that proved a second factor less than 5 minutes ago, which was enrolled before the request.
-- Returns one row. Outcomes:
--   approved          it was done; `result` is what the function that did it returned, each value as a text
--   declined          noted
--   no_such_approval  there is none
--   decided_before    it is not open any more: `result` has its state
--   expired           it was asked for more than 24 hours ago
--   not_an_operator   the decider is none who may sign in, or the session is over
--   own_request       the decider asked for it, or `ops` did on their behalf
--   about_decider     it is about the decider
--   factor_stale      the session has not proved a second factor in the last 5 minutes
--   factor_too_young  the decider's second factor was enrolled after the request
--   not_done          it cannot be done: `result` is what the function answered. Nothing changed, and it stays open
-- Locks the approval, for a step about operators all that adds or disables them (advisory), the decider, then what the
-- step locks; for own_request and about_decider the decider alone. Called by the console.
CREATE OR REPLACE FUNCTION decide_approval(
  p_id uuid, p_approve boolean, p_decider uuid, p_session uuid, p_note text)
RETURNS TABLE (outcome text, result jsonb)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_approval approval;
  v_factor_at timestamptz;
  v_enrolled_at timestamptz;
  v_own boolean;
  v_about boolean;
  v_p jsonb;
  v_result jsonb;
BEGIN
  -- Who may never decide it locks nothing that others wait for: this was fixed when it was asked for.
  SELECT * INTO v_approval FROM approval a WHERE a.id = p_id;
  v_own := p_decider::text = v_approval.requested_by OR coalesce(p_decider = v_approval.requested_as, false);
  v_about := coalesce(p_decider::text = v_approval.payload ->> 'user_id', false);
  IF NOT (v_own OR v_about) THEN
    SELECT * INTO v_approval FROM approval a WHERE a.id = p_id FOR NO KEY UPDATE;
    IF v_approval.kind LIKE 'operator%' THEN
      PERFORM pg_advisory_xact_lock('dashboard_user'::regclass::integer, 0); -- before the lock of the decider
    END IF;
  END IF;
  SELECT s.factor_at, f.enrolled_at INTO v_factor_at, v_enrolled_at
    FROM dashboard_user u
    JOIN dashboard_session s ON s.user_id = u.id AND s.id = p_session AND s.expires_at > clock_timestamp()
    LEFT JOIN dashboard_two_factor f ON f.user_id = u.id AND f.verified
   WHERE u.id = p_decider AND u.role = 'operator' AND u.disabled_at IS NULL
     FOR SHARE OF u;
  outcome := CASE
    WHEN NOT FOUND THEN 'not_an_operator'
    WHEN v_approval.id IS NULL THEN 'no_such_approval'
    WHEN v_approval.state <> 'requested' THEN 'decided_before'
    WHEN v_approval.expires_at <= clock_timestamp() THEN 'expired'
    WHEN v_own THEN 'own_request'
    WHEN v_about THEN 'about_decider'
    WHEN coalesce(v_factor_at <= clock_timestamp() - interval '5 minutes', true) THEN 'factor_stale'
    WHEN coalesce(v_enrolled_at >= v_approval.requested_at, true) THEN 'factor_too_young'
    WHEN NOT p_approve THEN 'declined'
  END;
  IF outcome = 'decided_before' THEN
    result := jsonb_build_object('state', v_approval.state);
  ELSIF outcome = 'declined' THEN
    UPDATE approval SET state = 'declined', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  v_p := v_approval.payload;
  BEGIN
    UPDATE approval SET state = 'approved', decided_by = p_decider, decided_session = p_session,
                        decided_at = clock_timestamp(), decision_note = p_note
     WHERE id = p_id;
    CASE v_approval.kind
      WHEN 'fund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM fund_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                           v_approval.requested_by, p_id) done;
      WHEN 'adjust' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM adjust_wallet((v_p ->> 'account_id')::uuid, (v_p ->> 'amount_kobo')::bigint, v_p ->> 'reference',
                             (v_p ->> 'entry_id')::bigint, v_p ->> 'reason', (v_p ->> 'below_zero')::boolean,
                             v_approval.requested_by, p_id) done;
      WHEN 'refund' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM settle_by_operator(
                 jsonb_build_object(
                   'id', v_p ->> 'purchase_id', 'basis', 'operator', 'target_status', 'failed',
                   'reverses', v_p -> 'delivered',
                   'cause', v_p ->> 'cause', 'cause_code', 'operator', 'message', v_p ->> 'message'),
                 v_approval.requested_by, p_id) done;
      WHEN 'limits' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM change_limits((v_p ->> 'approval_limit_kobo')::bigint, (v_p ->> 'daily_cap_kobo')::bigint,
                             v_approval.requested_by, p_id) done;
      WHEN 'price' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM set_plan_price(v_p ->> 'tier', v_p ->> 'plan_id', (v_p ->> 'price_kobo')::bigint, NULL, true,
                              v_approval.requested_by, p_id) done;
      WHEN 'operator_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_operator((v_p ->> 'user_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                            decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id) done;
      WHEN 'operator_link' THEN
        v_result := jsonb_build_object('outcome', link_operator(
          (v_p ->> 'user_id')::uuid, decode(v_p ->> 'link_digest', 'hex'), v_approval.requested_by, p_id));
      WHEN 'operator_factor_reset' THEN
        v_result := jsonb_build_object('outcome', reset_operator_factor(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'operator_disable' THEN
        v_result := jsonb_build_object('outcome', disable_operator(
          (v_p ->> 'user_id')::uuid, v_approval.requested_by, p_id));
      WHEN 'owner_add' THEN
        SELECT to_jsonb(done) INTO v_result
          FROM add_owner((v_p ->> 'user_id')::uuid, (v_p ->> 'account_id')::uuid, v_p ->> 'name', v_p ->> 'email',
                         v_approval.requested_by, p_id) done;
    END CASE;
    -- What was done has used the approval. Otherwise all of it is undone, the approval with it.
    PERFORM FROM approval a WHERE a.id = p_id AND a.used_at IS NOT NULL;
    IF NOT FOUND OR coalesce(v_result ->> 'outcome', '') NOT IN (
         'funded', 'adjusted', 'settled', 'changed', 'set', 'added', 'linked', 'reset', 'disabled') THEN
      RAISE EXCEPTION 'not done' USING ERRCODE = 'TP003';
    END IF;
    outcome := 'approved';
  EXCEPTION WHEN SQLSTATE 'TP003' THEN
    outcome := 'not_done';
  END;
  result := (SELECT jsonb_object_agg(fact.key, fact.value #>> '{}') FROM jsonb_each(v_result) fact
              WHERE fact.value <> 'null');
  RETURN NEXT;
END $$;

DROP TRIGGER purchase_was_a_loss ON purchase;
CREATE TRIGGER purchase_was_a_loss AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (NEW.status IN ('success', 'failed', 'refunded') AND OLD.status <> 'success'
        AND (NEW.expected_loss_kobo IS NOT NULL OR NEW.status = 'success' AND NEW.cost_kobo > NEW.amount_kobo))
  EXECUTE FUNCTION record_loss();

REVOKE EXECUTE ON FUNCTION
  may_sell_below(bigint, bigint, boolean, bigint), plan_terms(uuid, jsonb), loss_left(timestamptz),
  reserve_losses(uuid[], timestamptz), stop_at_loss_cap(integer, integer), resume_plan(integer, text),
  set_plan_price(text, text, bigint, integer, boolean, text, uuid) FROM PUBLIC;

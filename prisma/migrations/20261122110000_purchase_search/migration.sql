-- How an account looks through its own purchases and ledger: pages whose cost depends neither on how deep they lie nor on what is filtered, however many
-- purchases the account has.
--
-- The indexes are built with writes held up: about 15 s for each million purchases on two busy cores, during which purchases wait. Where that is too long, build them before with
-- CREATE INDEX CONCURRENTLY, under these names and with these definitions: what is there is passed by.

-- ------------------------------------------------------------------------------------------------------------------------------- indexes
-- Each of a purchase's updates writes to every index that its row is in. These two have its row only when it is final: one insertion for each purchase.
-- amount_kobo: sums over many purchases are read from the index alone.
CREATE INDEX IF NOT EXISTS purchase_final ON purchase (account_id, product_type, status, created_at, id) INCLUDE (amount_kobo) WHERE final_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS purchase_final_recipient ON purchase (recipient, account_id, product_type, status, created_at, id) WHERE final_at IS NOT NULL;
-- Those that are not: few, and most of them never become pending. What is `initiated` is in purchase_unanswered, because its client still waits.
-- No statement of the purchase path asks for status 'pending', so none is planned through this.
CREATE INDEX IF NOT EXISTS purchase_pending ON purchase (account_id, created_at, id) WHERE status = 'pending';
-- Debits are found among all entries, of which they are most.
CREATE INDEX IF NOT EXISTS ledger_entry_not_debit ON ledger_entry (account_id, kind, id) WHERE kind <> 'debit';

-- ------------------------------------------------------------------------------------------------------------------------------ purchases
-- The account's purchases, the youngest first, that were accepted at p_from or later and before p_to, come after the place (p_before_at, p_before_id) in that
-- order, and have one of these products and statuses, and p_search for their reference or recipient. NULL: whatever it is.
--
-- The settings leave one way to read each part, in the order of its index and no further than p_limit, whatever the statistics say: a plan that sorts first
-- looks cheap for an account of average size. jit: what is switched off counts as so dear that compiling seems worth it.
CREATE FUNCTION account_purchases(p_account uuid, p_search text, p_products text[], p_statuses text[], p_from timestamptz, p_to timestamptz,
                                  p_before_at timestamptz, p_before_id uuid, p_limit integer)
RETURNS SETOF purchase LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_products text[] := coalesce(p_products, '{AIRTIME,DATA,CABLE_TV,ELECTRICITY}');
  v_statuses text[] := coalesce(p_statuses, '{initiated,pending,success,failed,refunded}');
  v_final text[] := ARRAY(SELECT s FROM unnest(v_statuses) s WHERE s IN ('success', 'failed', 'refunded'));
  v_from timestamptz := coalesce(p_from, '-infinity');
  -- one upper bound: an index is walked from one, and of two it may be the one that lies further off
  v_cut boolean := p_to <= p_before_at IS NOT FALSE AND p_to IS NOT NULL;
  v_at timestamptz := coalesce(CASE WHEN v_cut THEN p_to ELSE p_before_at END, 'infinity');
  v_id uuid := CASE WHEN v_cut THEN '00000000-0000-0000-0000-000000000000' ELSE coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') END;
BEGIN
  IF p_search IS NULL AND p_products IS NULL AND p_statuses IS NULL THEN
    RETURN QUERY
      SELECT q.* FROM purchase q
       WHERE q.account_id = p_account AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
       ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit;
    RETURN;
  END IF;
  RETURN QUERY
    WITH final AS (
      SELECT f.id, f.created_at FROM unnest(v_products) product CROSS JOIN unnest(v_final) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.account_id = p_account AND q.product_type = product AND q.status = status.status AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) f
       WHERE p_search IS NULL
       UNION ALL
      SELECT f.id, f.created_at FROM unnest(v_products) product CROSS JOIN unnest(v_final) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.recipient = p_search AND q.account_id = p_account AND q.product_type = product AND q.status = status.status AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) f
       WHERE p_search IS NOT NULL),
    open AS (
      (SELECT q.id, q.created_at FROM purchase q
        WHERE q.status = 'pending' AND 'pending' = ANY (v_statuses) AND q.account_id = p_account
          AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
          AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
        ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit)
       UNION ALL
      -- everybody's, of the few seconds that clients wait
      SELECT q.id, q.created_at FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
       WHERE q.status = 'initiated' AND 'initiated' = ANY (v_statuses) AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    named AS (
      SELECT q.id, q.created_at FROM purchase q
       WHERE q.request_ref = p_search COLLATE "C" AND q.recipient <> p_search AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND q.status = ANY (v_statuses)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    page AS (
      SELECT * FROM (SELECT * FROM final UNION ALL SELECT * FROM open UNION ALL SELECT * FROM named) found
       ORDER BY found.created_at DESC, found.id DESC LIMIT p_limit)
    SELECT p.* FROM page CROSS JOIN LATERAL (SELECT * FROM purchase q WHERE q.id = page.id LIMIT 1) p
     ORDER BY page.created_at DESC, page.id DESC;
END $$;

-- How many purchases the account made in each span of time (from p_from[n] on, before p_to[n]) and for how much, by product and by how they stand now.
CREATE FUNCTION account_purchase_sums(p_account uuid, p_from timestamptz[], p_to timestamptz[])
RETURNS TABLE (n integer, product_type text, status text, purchases bigint, amount_kobo bigint) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT span.n::integer, product.name, status.name, final.count, final.sum
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
     CROSS JOIN unnest('{AIRTIME,DATA,CABLE_TV,ELECTRICITY}'::text[]) AS product (name)
     CROSS JOIN unnest('{success,failed,refunded}'::text[]) AS status (name)
     CROSS JOIN LATERAL (
           SELECT count(*) AS count, sum(q.amount_kobo)::bigint AS sum FROM purchase q
            WHERE q.account_id = p_account AND q.product_type = product.name AND q.status = status.name AND q.final_at IS NOT NULL
              AND q.created_at >= span.since AND q.created_at < span.until) final
     WHERE final.count > 0
     UNION ALL
    SELECT span.n::integer, open.product_type, open.status, count(*), sum(open.amount_kobo)::bigint
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
      JOIN (SELECT q.product_type, q.status, q.amount_kobo, q.created_at FROM purchase q WHERE q.status = 'pending' AND q.account_id = p_account
             UNION ALL
            SELECT q.product_type, q.status, q.amount_kobo, q.created_at FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
             WHERE q.status = 'initiated' AND q.account_id = p_account) open
        ON open.created_at >= span.since AND open.created_at < span.until
     GROUP BY 1, 2, 3;
END $$;

-- -------------------------------------------------------------------------------------------------------------------------------- ledger
-- The lowest id that an entry of the account made at p_at or later may have. Ids grow with time, so it is searched for by halves, with one look-up in an index
-- for each: 20 to 40. (Row comparisons, because after an equality the order is one that the primary key gives too, and that is a walk through everybody's.)
CREATE FUNCTION first_entry_since(p_account uuid, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_low bigint := 0;
  v_high bigint;
  v_at timestamptz;
BEGIN
  SELECT e.id + 1 INTO v_high FROM ledger_entry e
   WHERE (e.account_id, e.id) > (p_account, 0) AND e.account_id <= p_account ORDER BY e.account_id DESC, e.id DESC LIMIT 1;
  WHILE v_low < v_high LOOP
    SELECT e.created_at INTO v_at FROM ledger_entry e
     WHERE (e.account_id, e.id) >= (p_account, (v_low + v_high) / 2) AND e.account_id <= p_account ORDER BY e.account_id, e.id LIMIT 1;
    IF v_at >= p_at THEN
      v_high := (v_low + v_high) / 2;
    ELSE
      v_low := (v_low + v_high) / 2 + 1;
    END IF;
  END LOOP;
  RETURN v_low;
END $$;

-- The account's ledger entries, the youngest first, of ids below p_before, of the kind, made at p_from or later and before p_to. NULL: whatever it is.
-- An entry has the time at which its transaction began, and its id from when it had the wallet. In between lie at most the 5 s of a statement: so much more is
-- looked through at both ends.
CREATE FUNCTION account_entries(p_account uuid, p_kind text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit integer)
RETURNS SETOF ledger_entry LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
  v_low bigint := 0;
  v_high bigint := coalesce(p_before, 9223372036854775807);
BEGIN
  IF p_from IS NOT NULL THEN
    v_low := first_entry_since(p_account, p_from - interval '6 seconds');
  END IF;
  IF p_to IS NOT NULL THEN
    v_high := least(v_high, first_entry_since(p_account, p_to + interval '6 seconds'));
  END IF;
  IF p_kind IS NULL OR p_kind = 'debit' THEN
    RETURN QUERY
      SELECT e.* FROM ledger_entry e
       WHERE (e.account_id, e.id) >= (p_account, v_low) AND (e.account_id, e.id) < (p_account, v_high)
         AND e.created_at >= v_from AND e.created_at < v_to AND (p_kind IS NULL OR e.kind = p_kind)
       ORDER BY e.account_id DESC, e.id DESC LIMIT p_limit;
  ELSE
    RETURN QUERY
      SELECT e.* FROM ledger_entry e
       WHERE (e.account_id, e.kind, e.id) >= (p_account, p_kind, v_low) AND (e.account_id, e.kind, e.id) < (p_account, p_kind, v_high) AND e.kind <> 'debit'
         AND e.created_at >= v_from AND e.created_at < v_to
       ORDER BY e.account_id DESC, e.kind DESC, e.id DESC LIMIT p_limit;
  END IF;
END $$;

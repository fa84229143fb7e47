-- Lists the purchases of one account, newest first. They were accepted at p_from or later and before p_to, come after
-- the place (p_before_at, p_before_id) in that order, have one of these products and statuses, and have p_search as
-- their reference or recipient. NULL means no such filter.
--
-- The settings leave one way: each part is read in the order of its index and no further than p_limit. A plan that
-- sorts first looks cheap for an account of average size. jit is off because a method that is switched off counts as so
-- expensive that compiling seems worth it.
CREATE OR REPLACE FUNCTION account_purchases(
  p_account uuid, p_search text, p_products text[], p_statuses text[], p_from timestamptz, p_to timestamptz,
  p_before_at timestamptz, p_before_id uuid, p_limit integer)
RETURNS SETOF purchase LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_products text[] := coalesce(p_products, ARRAY(SELECT name FROM product));
  v_statuses text[] := coalesce(p_statuses, '{initiated,pending,success,failed,refunded}');
  v_final_statuses text[] :=
    ARRAY(SELECT s FROM unnest(v_statuses) s WHERE s IN ('success', 'failed', 'refunded'));
  v_from timestamptz := coalesce(p_from, '-infinity');
  -- One upper bound: an index is walked from one, and of two it may be the one that lies further off.
  v_to_comes_first boolean := p_to <= p_before_at IS NOT FALSE AND p_to IS NOT NULL;
  v_at timestamptz := coalesce(CASE WHEN v_to_comes_first THEN p_to ELSE p_before_at END, 'infinity');
  v_id uuid := CASE WHEN v_to_comes_first THEN '00000000-0000-0000-0000-000000000000'
                    ELSE coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') END;
BEGIN
  RETURN QUERY
    WITH final AS (
      -- by purchase_final
      SELECT matching.id, matching.created_at
        FROM unnest(v_products) product CROSS JOIN unnest(v_final_statuses) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.account_id = p_account AND q.product_type = product AND q.status = status.status
                AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) matching
       WHERE p_search IS NULL
       UNION ALL
      -- by purchase_final_recipient
      SELECT matching.id, matching.created_at
        FROM unnest(v_products) product CROSS JOIN unnest(v_final_statuses) status
       CROSS JOIN LATERAL (
             SELECT q.id, q.created_at FROM purchase q
              WHERE q.recipient = p_search AND q.account_id = p_account AND q.product_type = product
                AND q.status = status.status AND q.final_at IS NOT NULL
                AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
              ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) matching
       WHERE p_search IS NOT NULL),
    open AS (
      -- by purchase_pending
      (SELECT q.id, q.created_at FROM purchase q
        WHERE q.status = 'pending' AND 'pending' = ANY (v_statuses) AND q.account_id = p_account
          AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
          AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)
        ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit)
       UNION ALL
      -- by purchase_unanswered: those of all accounts, from the few seconds that clients wait
      SELECT q.id, q.created_at FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
       WHERE q.status = 'initiated' AND 'initiated' = ANY (v_statuses) AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND (p_search IS NULL OR q.recipient = p_search)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    named AS (
      -- by purchase_request_ref_account_id_key
      SELECT q.id, q.created_at FROM purchase q
       WHERE q.request_ref = p_search COLLATE "C" AND q.recipient <> p_search AND q.account_id = p_account
         AND q.product_type = ANY (v_products) AND q.status = ANY (v_statuses)
         AND q.created_at >= v_from AND (q.created_at, q.id) < (v_at, v_id)),
    page AS (
      SELECT * FROM (SELECT * FROM final UNION ALL SELECT * FROM open UNION ALL SELECT * FROM named) found
       ORDER BY found.created_at DESC, found.id DESC LIMIT p_limit)
    SELECT whole.* FROM page CROSS JOIN LATERAL (SELECT * FROM purchase q WHERE q.id = page.id LIMIT 1) whole
     ORDER BY page.created_at DESC, page.id DESC;
END $$;

-- Sums the purchases of one account by span of time, product and status. For each span (from p_from[n] on, before
-- p_to[n]) it says how many were made and for how much, by product and by the status that they have now. Final ones are
-- read from the index purchase_final alone.
CREATE OR REPLACE FUNCTION account_purchase_sums(p_account uuid, p_from timestamptz[], p_to timestamptz[])
RETURNS TABLE (n integer, product_type text, status text, purchases bigint, amount_kobo bigint)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT span.n::integer, product.name, status.name, final.count, final.sum
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
     CROSS JOIN product
     CROSS JOIN unnest('{success,failed,refunded}'::text[]) AS status (name)
     CROSS JOIN LATERAL (
           SELECT count(*) AS count, sum(q.amount_kobo)::bigint AS sum FROM purchase q
            WHERE q.account_id = p_account AND q.product_type = product.name AND q.status = status.name
              AND q.final_at IS NOT NULL AND q.created_at >= span.since AND q.created_at < span.until) final
     WHERE final.count > 0
     UNION ALL
    SELECT span.n::integer, open.product_type, open.status, count(*), sum(open.amount_kobo)::bigint
      FROM unnest(p_from, p_to) WITH ORDINALITY AS span (since, until, n)
      JOIN (SELECT q.product_type, q.status, q.amount_kobo, q.created_at
              FROM purchase q WHERE q.status = 'pending' AND q.account_id = p_account
             UNION ALL
            SELECT q.product_type, q.status, q.amount_kobo, q.created_at
              FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) q
             WHERE q.status = 'initiated' AND q.account_id = p_account) open
        ON open.created_at >= span.since AND open.created_at < span.until
     GROUP BY 1, 2, 3;
END $$;

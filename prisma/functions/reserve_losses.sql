-- Counts what sales below cost will lose, before they are sent. They are purchases that this transaction has written;
-- it leaves alone those that are not sold below cost. What it reserves counts for the daily cap of the day of p_at in
-- Lagos; plan 0 stands for all that is no data plan. The caller holds the lock of the losses. Not for roles.
CREATE OR REPLACE FUNCTION reserve_losses(p_ids uuid[], p_at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  WITH reserved AS (
    INSERT INTO loss (purchase_id, product_type, data_plan_id, tier_id, price_kobo, cost_kobo, allowed, at)
    SELECT q.id, q.product_type, plan.data_plan_id, a.tier_id, q.amount_kobo, q.amount_kobo + q.expected_loss_kobo,
           true, p_at
      FROM purchase q JOIN account a ON a.id = q.account_id
      LEFT JOIN LATERAL plan_terms(q.account_id, q.provider_order) plan ON q.product_type = 'DATA'
     WHERE q.id = ANY (p_ids) AND q.expected_loss_kobo IS NOT NULL
    RETURNING data_plan_id, tier_id, cost_kobo - price_kobo AS loss_kobo)
  INSERT INTO loss_day AS d (day, data_plan_id, tier_id, lost_kobo, counted_kobo)
  SELECT (p_at AT TIME ZONE 'Africa/Lagos')::date, coalesce(data_plan_id, 0), tier_id, 0, sum(loss_kobo)
    FROM reserved GROUP BY data_plan_id, tier_id
  ON CONFLICT (day, data_plan_id, tier_id) DO UPDATE SET counted_kobo = d.counted_kobo + excluded.counted_kobo
$$;

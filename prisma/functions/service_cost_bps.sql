-- Returns what a service costs at its dearest provider of the last 30 days. It is in hundredths of a percent of the
-- face value, rounded up, and 10000 without a sale whose cost is known.
CREATE OR REPLACE FUNCTION service_cost_bps(p_product text, p_service text)
RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(ceil(10000 * each.cost_kobo / nullif(each.face_kobo, 0))), 10000)::integer
    FROM (SELECT sum(sold.cost_kobo) AS cost_kobo, sum(sold.face_kobo) AS face_kobo
            FROM sales_of_month() sold
           WHERE sold.product_type = p_product AND sold.service = p_service
           GROUP BY sold.provider) each
$$;

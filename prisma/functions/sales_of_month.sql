-- Sums the live successes of the last 30 days in Lagos, by tier, service and provider. It reads the 29 days before
-- today from sales_day, and today from purchases. The columns are those of sales_of_day.
CREATE OR REPLACE FUNCTION sales_of_month()
RETURNS TABLE (
  tier_id integer, product_type text, service text, purchases integer, face_kobo bigint, charged_kobo bigint,
  cost_kobo bigint, unknown integer, unknown_kobo bigint, provider text)
LANGUAGE sql STABLE AS $$
  SELECT sold.tier_id, sold.product_type, sold.service, sum(sold.purchases)::integer, sum(sold.face_kobo)::bigint,
         sum(sold.charged_kobo)::bigint, sum(sold.cost_kobo)::bigint, sum(sold.unknown)::integer,
         sum(sold.unknown_kobo)::bigint, sold.provider
    FROM (SELECT d.tier_id, d.product_type, d.service, d.purchases, d.face_kobo, d.charged_kobo, d.cost_kobo, d.unknown,
                 d.unknown_kobo, d.provider
            FROM sales_day d
           WHERE d.day < (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date
             AND d.day > (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date - 30
           UNION ALL
          SELECT * FROM sales_of_day((clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date)) sold
   GROUP BY 1, 2, 3, sold.provider
$$;

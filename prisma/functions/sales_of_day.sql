-- Sums the live successes that were accepted on a day in Lagos, by tier, service and provider. The tier is the
-- account's present one. Sums are of sales whose cost is known; `unknown` counts the others, and `unknown_kobo` is what
-- they were sold for. About 1 s for each million purchases of the day.
CREATE OR REPLACE FUNCTION sales_of_day(p_day date)
RETURNS TABLE (
  tier_id integer, product_type text, service text, purchases integer, face_kobo bigint, charged_kobo bigint,
  cost_kobo bigint, unknown integer, unknown_kobo bigint, provider text)
LANGUAGE sql STABLE AS $$
  SELECT a.tier_id, q.product_type, q.provider_order ->> 'serviceId', count(q.cost_kobo)::integer,
         coalesce(sum(coalesce(q.face_kobo, q.amount_kobo)) FILTER (WHERE q.cost_kobo IS NOT NULL), 0)::bigint,
         coalesce(sum(q.amount_kobo) FILTER (WHERE q.cost_kobo IS NOT NULL), 0)::bigint,
         coalesce(sum(q.cost_kobo), 0)::bigint,
         (count(*) FILTER (WHERE q.cost_kobo IS NULL))::integer,
         coalesce(sum(q.amount_kobo) FILTER (WHERE q.cost_kobo IS NULL), 0)::bigint,
         q.provider
    FROM purchase q JOIN account a ON a.id = q.account_id AND a.mode = 'live'
   WHERE q.created_at >= p_day::timestamp AT TIME ZONE 'Africa/Lagos'
     AND q.created_at < (p_day + 1)::timestamp AT TIME ZONE 'Africa/Lagos'
     -- ids begin with the time of an API process, whose clock may be 5 minutes off
     AND q.id >= first_id_of(p_day::timestamp AT TIME ZONE 'Africa/Lagos' - interval '5 minutes')
     AND q.id < first_id_of((p_day + 1)::timestamp AT TIME ZONE 'Africa/Lagos' + interval '5 minutes')
     AND q.status = 'success'
   GROUP BY 1, 2, 3, q.provider
$$;

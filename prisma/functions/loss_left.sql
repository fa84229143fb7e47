-- Says what sales below cost may still lose on a day. The day is that of p_at in Lagos. It returns the daily cap, less
-- what open sales below cost have reserved and what was lost with permission. This is negative when costs turned out
-- higher than expected. A caller that decides by it locks the losses first.
CREATE OR REPLACE FUNCTION loss_left(p_at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.daily_loss_cap_kobo
         - coalesce((SELECT sum(d.counted_kobo) FROM loss_day d WHERE d.day = today.day), 0)::bigint
    FROM catalogue_state c CROSS JOIN (SELECT (p_at AT TIME ZONE 'Africa/Lagos')::date AS day) today
$$;

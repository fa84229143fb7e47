-- Returns the smallest UUID of version 7 of a moment. It is one expression, so PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION first_id_of(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

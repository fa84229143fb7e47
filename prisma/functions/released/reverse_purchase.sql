-- record_reversal for version 0.1.0.
CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (SELECT FROM record_reversal(p_id, p_cause, p_message))
$$;

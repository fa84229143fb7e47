-- Returns for how much the people of an account have bought since midnight in Lagos, without what was given back.
CREATE OR REPLACE FUNCTION buying_spent(p_account uuid) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(sum(r.amount_kobo), 0)::bigint
    FROM batch_row r JOIN purchase q ON q.id = r.purchase_id
   WHERE r.account_id = p_account AND r.state = 'accepted'
     AND r.accepted_at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos')
     AND q.status NOT IN ('failed', 'refunded')
$$;

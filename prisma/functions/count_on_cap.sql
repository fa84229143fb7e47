-- Writes what a step used of its actor's daily cap. Its caller has put the entry of the step into the ledger, and
-- judge_step has locked the actor's day. Not for roles.
CREATE OR REPLACE FUNCTION count_on_cap(p_actor text, p_entry ledger_entry, p_approval uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO cap_use (entry_id, actor, day, amount_kobo, approval_id)
  VALUES (p_entry.id, p_actor, (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date, p_entry.amount_kobo, p_approval)
$$;

-- Notes that the provider says the opposite of a purchase's final status. The purchase goes under review; an operator
-- has asked the provider by hand.
-- p_status: of the purchase, when the provider was asked; p_said: { goal, cause } and the evidence of the answer. `at`
-- is the last time that the provider said so, `since` the first.
--
-- What contradicts an open purchase decides whether it is sent and how its money goes back, so record_settlements alone
-- writes that. Nobody takes a contradiction back. Locks the purchase.
CREATE OR REPLACE FUNCTION note_contradiction(p_id uuid, p_status text, p_said jsonb) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE purchase
     SET needs_review = true,
         contradicted_by = p_said || jsonb_build_object(
           'at', clock_timestamp(),
           'since', CASE WHEN contradicted_by ->> 'goal' = p_said ->> 'goal'
                         THEN coalesce(contradicted_by -> 'since', contradicted_by -> 'at')
                         ELSE to_jsonb(clock_timestamp()) END)
   WHERE id = p_id AND status = p_status AND final_at IS NOT NULL AND p_said ->> 'goal' IS NOT NULL
$$;

-- Gives permission to send purchases, once in the life of each. Only what this returns may be sent, and only after
-- COMMIT.
--
-- p_items         array of { id, provider_ref, serves }; the reference is made for this send, so its date is today's,
--                 and a later attempt has its number behind it. serves: of the first item, the providers that the
--                 caller serves
-- p_token         of the caller, which can look up with it what it got when the answer is lost
-- p_lease         how long the permission holds
-- p_start_within  an older purchase was not sent in time; the sweeper refunds it
--
-- Returns the claimed purchases, in no order. It leaves out a purchase that was sent, is final or is too old, and one
-- that somebody else has locked: the sweeper will find it. Locks the purchases by id.
CREATE OR REPLACE FUNCTION claim_purchases(p_items jsonb, p_token uuid, p_lease interval, p_start_within interval)
RETURNS SETOF purchase LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH unsent AS MATERIALIZED (
      SELECT q.id FROM purchase q
       WHERE q.id = ANY (ARRAY(SELECT item.id FROM jsonb_to_recordset(p_items) AS item (id uuid)))
         AND q.sends = 0 AND q.final_at IS NULL AND q.created_at > clock_timestamp() - p_start_within
         AND q.contradicted_by IS NULL
         AND (q.provider = 'simulator' OR p_items -> 0 -> 'serves' ? q.provider)
       ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q
       SET sends = 1, claim_token = p_token,
           provider_ref = item.provider_ref || CASE q.attempt WHEN 1 THEN '' ELSE 'x' || q.attempt END,
           claim_expires_at = clock_timestamp() + p_lease,
           sent_at = clock_timestamp(), next_check_at = clock_timestamp() + p_lease
      FROM jsonb_to_recordset(p_items) AS item (id uuid, provider_ref text)
     WHERE q.id = ANY (ARRAY(SELECT unsent.id FROM unsent)) AND item.id = q.id
 RETURNING q.*;
END $$;

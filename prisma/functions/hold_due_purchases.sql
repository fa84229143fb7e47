-- Gives a sweeper purchases that are due, and holds each for it.
--
-- p_types   products
-- p_sends   1: those that were sent, to be requeried; 0: those that were not, to be sent
-- p_limit   how many at most
-- p_except  accounts whose purchases are not wanted now
-- p_hold    how long they are held: next_check_at moves on in the same statement, because SKIP LOCKED alone would hold
--           them only until COMMIT
--
-- Accounts take turns: first the longest due of every account, then the second of every account, and so on. It steps
-- through the index from account to account, so it costs the number of accounts with open purchases, and reads of each
-- four even shares of what is due: what some leave, others fill. (clock_timestamp() is volatile: with it, the index
-- would be read beyond now.)
-- Locks the purchases it returns, and leaves out those that somebody else has locked.
CREATE OR REPLACE FUNCTION hold_due_purchases(
  p_types text[], p_sends integer, p_limit integer, p_except uuid[], p_hold interval)
RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = public, pg_temp AS $$
DECLARE
  v_accounts uuid[];
BEGIN
  WITH RECURSIVE open AS (
    (SELECT q.account_id FROM purchase q WHERE q.sends = p_sends AND q.next_check_at IS NOT NULL
      ORDER BY q.account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT q.account_id FROM purchase q
             WHERE q.sends = p_sends AND q.next_check_at IS NOT NULL AND q.account_id > open.account_id
             ORDER BY q.account_id LIMIT 1)
      FROM open WHERE open.account_id IS NOT NULL)
  SELECT array_agg(open.account_id) INTO v_accounts
    FROM open WHERE open.account_id IS NOT NULL AND NOT open.account_id = ANY (p_except);

  RETURN QUERY
    WITH due AS MATERIALIZED (
      SELECT each.id
        FROM unnest(v_accounts) AS account (id)
       CROSS JOIN LATERAL (
             SELECT q.id, q.next_check_at, row_number() OVER (ORDER BY q.next_check_at) AS turn
               FROM purchase q
              WHERE q.sends = p_sends AND q.account_id = account.id
                AND q.next_check_at IS NOT NULL AND q.next_check_at <= statement_timestamp()
                AND q.product_type = ANY (p_types)
              ORDER BY q.next_check_at LIMIT greatest(4 * p_limit / cardinality(v_accounts), 8)) each
       ORDER BY each.turn, each.next_check_at LIMIT p_limit),
    locked AS MATERIALIZED (
      SELECT q.id FROM purchase q
       WHERE q.id = ANY (ARRAY(SELECT due.id FROM due)) AND q.sends = p_sends
         AND q.next_check_at IS NOT NULL AND q.next_check_at <= clock_timestamp()
         FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q SET next_check_at = clock_timestamp() + p_hold
     WHERE q.id = ANY (ARRAY(SELECT locked.id FROM locked))
    RETURNING q.*;
END $$;

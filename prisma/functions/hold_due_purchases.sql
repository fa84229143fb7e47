-- Gives a sweeper purchases that are due, the longest due first, and holds each for it.
--
-- p_types  products
-- p_start  how long a purchase that was not sent is held: its claim will hold it for longer
-- p_hold   how long a purchase that was sent is held
--
-- The same statement moves next_check_at on, so no other sweeper takes the purchase while this one works on it. SKIP
-- LOCKED alone would hold it only until COMMIT.
-- Locks the purchases it returns, in the order in which they are due, and leaves out those that somebody else has
-- locked. Called by the worker's sweeper.
CREATE OR REPLACE FUNCTION hold_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase LANGUAGE sql VOLATILE AS $$
  UPDATE purchase q
     SET next_check_at = clock_timestamp() + CASE q.sends WHEN 0 THEN p_start ELSE p_hold END
   WHERE q.id = ANY (ARRAY(
           SELECT due.id FROM purchase due
            WHERE due.next_check_at <= clock_timestamp() AND due.next_check_at IS NOT NULL
              AND due.product_type = ANY (p_types)
            ORDER BY due.next_check_at LIMIT p_limit
              FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING q.*
$$;

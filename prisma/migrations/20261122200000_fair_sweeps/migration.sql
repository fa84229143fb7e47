-- Sweeps give accounts turns, so that none of them waits behind all that is due of another.
--
-- Version 0.1.0 runs on: take_due_purchases keeps its arguments and results. It holds up writes to `purchase` while the
-- new index is built, which holds open purchases alone.
CREATE INDEX purchase_due_by_account ON purchase (sends, account_id, next_check_at) WHERE next_check_at IS NOT NULL;

CREATE OR REPLACE FUNCTION hold_due_purchases(
  p_types text[], p_sends integer, p_limit integer, p_except uuid[], p_hold interval)
RETURNS SETOF purchase
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
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
                AND q.next_check_at IS NOT NULL AND q.next_check_at <= clock_timestamp()
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

CREATE OR REPLACE FUNCTION take_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval)
RETURNS SETOF purchase_as_released LANGUAGE sql VOLATILE AS $$
  SELECT held.id, held.account_id, held.request_ref, held.product_type, held.status, held.amount_kobo, held.cost_kobo,
         held.recipient, held.details, result_as_released(held), held.message, held.description, held.provider,
         held.provider_ref, held.sends, held.claim_token, held.claim_expires_at, held.sent_at, held.checks,
         held.next_check_at, held.window_ends_at, held.refused_with, held.order_seen, held.missing_count,
         held.missing_since, held.needs_review, held.cause, held.created_at, held.final_at, held.provider_order
    FROM (SELECT * FROM hold_due_purchases(p_types, 0, (p_limit + 1) / 2, '{}', p_start)
          UNION ALL
          SELECT * FROM hold_due_purchases(p_types, 1, (p_limit + 1) / 2, '{}', p_hold)) held
$$;

-- Whoever may sweep may call what take_due_purchases calls now.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT DISTINCT acl.grantee::regrole AS role
      FROM pg_proc old CROSS JOIN aclexplode(old.proacl) acl
     WHERE old.proname IN ('take_due_purchases', 'hold_due_purchases')
       AND old.pronamespace = current_schema()::regnamespace
       AND acl.privilege_type = 'EXECUTE' AND acl.grantee <> 0
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION hold_due_purchases(text[], integer, integer, uuid[], interval) TO %s',
                   granted.role);
  END LOOP;
END $$;

DROP FUNCTION hold_due_purchases(text[], integer, interval, interval);
DROP INDEX purchase_due;

-- One settlement, from what its caller asks for to what became of it (prisma/functions/record_settlements.sql).
CREATE TYPE settlement AS (
  -- as its caller asks for it
  id uuid, attempt smallint, basis text, target_status text, cause text, cause_code text, message text,
  delivered jsonb, evidence jsonb, token_awaited boolean, cost_kobo bigint, next_check_ms bigint, refused_with text,
  order_seen boolean, not_found boolean, missing_count integer, only_if_alone boolean, review boolean, event_id uuid,
  -- as judge_settlements decides it, of the purchase under its lock
  outcome text, status text, row_at tid, account_id uuid, request_ref text, product_type text, amount_kobo bigint,
  emits_event boolean, sends_token boolean);

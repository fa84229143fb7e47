-- An event has two entries in each index: the record of its delivery moves its row. This one index is for what two were
-- for: to find the events of a purchase, and to keep each kind single, but for status queries and repeated deliveries.
--
-- Expands only. `db:migrate --contract` drops webhook_event_purchase_id_idx and webhook_event_own_once. On a large
-- table, build the index before this with CREATE UNIQUE INDEX CONCURRENTLY, under this name and with this definition:
-- then it exists already, and no settlement waits.
CREATE UNIQUE INDEX IF NOT EXISTS webhook_event_of_purchase ON webhook_event
  (purchase_id, (CASE WHEN event <> 'transaction.requery' AND resent_from IS NULL THEN event END));

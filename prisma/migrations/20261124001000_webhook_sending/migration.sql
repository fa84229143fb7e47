-- Every sweep looks for deliveries whose worker died. In the order of time each event would leave a dead entry behind the
-- end of the index, where nothing is written any more, and every look would step over it until the next vacuum. By a hash
-- entries go to all pages, and a page that is full drops those that a look has found dead.
--
-- Expands only. `db:migrate --contract` drops webhook_event_open, which version 0.1.0 needs. On a large table, build the
-- index before this with CREATE INDEX CONCURRENTLY, under this name and with this definition: then it exists
-- already, and no settlement waits.
CREATE INDEX IF NOT EXISTS webhook_event_sending ON webhook_event (hashint8(seq)) WHERE state = 'sending';

-- A test event is one of the documented events; it is known by having no purchase, and no longer by its own name.
--
-- Expands only. Version 0.1.0 still writes `webhook.test`, with the index webhook_event_test_under_way, and such events
-- are kept as they are; the next release drops that index. Settlements and deliveries wait while the two indexes are
-- built: about a second for each million events. They are skipped when they exist, so they can be built before.
ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_of_a_purchase;

-- At most one test event of an account is under way.
CREATE UNIQUE INDEX IF NOT EXISTS webhook_event_one_test ON webhook_event (account_id)
  WHERE purchase_id IS NULL AND resent_from IS NULL AND event <> 'webhook.test' AND state IN ('queued', 'sending');
-- The resends of one test event, by its reference.
CREATE INDEX IF NOT EXISTS webhook_event_test_resends ON webhook_event (resent_from)
  WHERE purchase_id IS NULL AND resent_from IS NOT NULL;

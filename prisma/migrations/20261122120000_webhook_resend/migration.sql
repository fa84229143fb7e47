-- Deliveries that a person asks for: a test event, which belongs to no purchase, and a finished delivery sent again. Both go the way of all events.
--
-- The indexes are built under locks that hold up purchases: about a second for each million events.

ALTER TABLE webhook_event
  ALTER COLUMN purchase_id DROP NOT NULL,
  ADD COLUMN resent_from uuid,       -- the first delivery of the same event, also when it is sent a third time
  ADD COLUMN asked_by text,          -- the user who had it sent
  ADD COLUMN sent_at timestamptz(6), -- the timestamp in the body; NULL: it never left, or was sent by a worker that did not keep it
  ADD COLUMN response text,          -- the beginning of what the receiver answered
  ADD CONSTRAINT webhook_event_of_a_purchase CHECK ((purchase_id IS NULL) = (event = 'webhook.test')),
  ADD CONSTRAINT webhook_event_asked_for CHECK ((asked_by IS NOT NULL) = (resent_from IS NOT NULL OR purchase_id IS NULL));

-- A purchase tells its own news once, however often a person has it sent again. No statement has an ON CONFLICT on the index before.
CREATE UNIQUE INDEX webhook_event_own_once ON webhook_event (purchase_id, event) WHERE event <> 'transaction.requery' AND resent_from IS NULL;
DROP INDEX webhook_event_once;

-- A second click finds the first still under way.
CREATE UNIQUE INDEX webhook_event_resend_under_way ON webhook_event (resent_from) WHERE resent_from IS NOT NULL AND state IN ('queued', 'sending');
CREATE UNIQUE INDEX webhook_event_test_under_way ON webhook_event (account_id)
  WHERE event = 'webhook.test' AND resent_from IS NULL AND state IN ('queued', 'sending');

-- An account's deliveries, the youngest first, of any event and state: for each pair of them a range of this index. It takes the place of one that nothing read,
-- so that an event costs as many insertions as before.
CREATE INDEX webhook_event_of_account ON webhook_event (account_id, event, state, seq);
DROP INDEX webhook_event_account_id_created_at_idx;

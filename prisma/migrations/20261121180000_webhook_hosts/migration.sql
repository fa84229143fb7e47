-- Each account's queued events, oldest first: what waits for a dead receiver is stepped over in one go, however much it is.
CREATE INDEX webhook_event_waiting ON webhook_event (account_id, seq) WHERE state = 'queued';

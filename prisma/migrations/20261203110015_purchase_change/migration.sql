-- What became of purchases, in an order that never changes: by the record of the server (known_server.since), then by
-- transaction. A reader stops before the oldest transaction that is still running, so nothing appears behind it.
-- record_status_change writes it. A purchase has a row for its end, and one more for its reversal.
CREATE TABLE purchase_change (
  account_id   uuid,
  server_since timestamptz(6),
  changed_in   bigint,
  purchase_id  uuid,
  status       text NOT NULL CHECK (status IN ('success', 'failed', 'refunded')),
  changed_at   timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, server_since, changed_in, purchase_id)
);

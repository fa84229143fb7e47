-- What clients can buy now, and an operator's sentence about it until its end. Workers write the state of each service.
CREATE TABLE service_state (
  product_type  text,
  service       text,
  state         text NOT NULL DEFAULT 'available' CHECK (state IN ('available', 'degraded', 'unavailable')),
  since         timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  judged_at     timestamptz(6),
  message       text CHECK (char_length(message) BETWEEN 1 AND 200),
  message_until timestamptz(6),
  PRIMARY KEY (product_type, service),
  CHECK ((message IS NULL) = (message_until IS NULL))
);

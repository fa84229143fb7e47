-- What a client says of a successful purchase: that it was not received. One for each purchase, and answered once.
-- Note and answer may name a customer: they go with the personal data of the purchase (blank_purchases).
CREATE TABLE claim (
  id          bigserial PRIMARY KEY,
  purchase_id uuid NOT NULL UNIQUE,
  account_id  uuid NOT NULL,
  note        text NOT NULL CHECK (note <> ''),
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'reversed')),
  filed_at    timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz(6),
  answer      text CHECK (answer <> ''),
  CHECK ((state = 'open') = (answered_at IS NULL)),
  CHECK ((state = 'open') = (answer IS NULL))
);
CREATE INDEX claim_open ON claim (filed_at) WHERE state = 'open';

-- The secrets that sign events by Standard Webhooks, beside the hash with an API key. Expands only, and holds nothing up.

CREATE TABLE webhook_secret (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL REFERENCES account (id),
  display            text NOT NULL,
  secret_encrypted   bytea NOT NULL,
  key_version        smallint NOT NULL,
  master_fingerprint text NOT NULL,
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  ends_at            timestamptz(6)       -- when it stops signing; NULL: it is the account's current one
);
CREATE INDEX webhook_secret_account_id_ends_at_idx ON webhook_secret (account_id, ends_at);
CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret (account_id) WHERE ends_at IS NULL;

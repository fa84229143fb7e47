-- What each provider sells, and which of it is which product of ours. Our plans are those of the first provider of
-- PROVIDERS, as they were; of the others an order needs a confirmed mapping.
--
-- Expands only. Version 0.1.0 does not know the tables.
CREATE TABLE provider_product (
  id            serial PRIMARY KEY,
  provider      text NOT NULL,
  product_type  text NOT NULL CHECK (product_type IN ('AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY')),
  service_id    text,                           -- in our words; NULL: its name does not tell
  code          text NOT NULL,                  -- in the provider's words
  amount        text,                           -- in naira, where it selects the product; NULL: what the client pays
  name          text NOT NULL,
  cost_kobo     bigint CHECK (cost_kobo > 0),   -- NULL: an open amount
  least_kobo    bigint,
  most_kobo     bigint,
  meter_type    text CHECK (meter_type IN ('prepaid', 'postpaid')),
  first_seen_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at  timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  gone_at       timestamptz(6)                  -- since when the provider does not list it
);
CREATE UNIQUE INDEX provider_product_key ON provider_product (provider, product_type, service_id, code, amount)
  NULLS NOT DISTINCT;

CREATE TABLE product_mapping (
  id                  serial PRIMARY KEY,
  provider_product_id integer NOT NULL REFERENCES provider_product (id),
  provider            text NOT NULL,            -- that of the provider product, as is the type
  product_type        text NOT NULL,
  service_id          text NOT NULL,            -- ours, as in the terms of an order
  variation_code      text,                     -- NULL: all variations
  status              text NOT NULL CHECK (status IN ('proposed', 'confirmed', 'rejected')),
  decided_by          text,                     -- NULL: a sync
  decided_at          timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  created_at          timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX product_mapping_key ON product_mapping (provider_product_id, service_id, variation_code)
  NULLS NOT DISTINCT;
-- An order of one product goes to one product of a provider.
CREATE UNIQUE INDEX product_mapping_confirmed ON product_mapping (provider, product_type, service_id, variation_code)
  NULLS NOT DISTINCT WHERE status = 'confirmed';

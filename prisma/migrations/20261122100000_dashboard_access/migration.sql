-- Who may sign in to the dashboard, and how. The columns that better-auth (1.7) reads and writes are all here, under names of our own, those too that only its
-- other ways of signing in fill: it compares the tables with what it expects, and does not work with less. Rows of sessions, challenges, links and attempts
-- are deleted when they are over; users never are, because what they did names them.

CREATE TABLE dashboard_user (
  id                 uuid PRIMARY KEY,
  account_id         uuid REFERENCES account (id),
  role               text NOT NULL CHECK (role IN ('owner', 'member', 'operator')),
  name               text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  -- one spelling, so that an address is one person
  email              text NOT NULL UNIQUE CHECK (email = lower(email) AND email LIKE '_%@_%' AND length(email) <= 254),
  email_verified     boolean NOT NULL DEFAULT false,
  image              text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  disabled_at        timestamptz(6),
  last_sign_in_at    timestamptz(6),
  created_at         timestamptz(6) NOT NULL DEFAULT now(),
  updated_at         timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT dashboard_user_operators_have_no_account CHECK ((role = 'operator') = (account_id IS NULL))
);
CREATE INDEX dashboard_user_account_id_idx ON dashboard_user (account_id);

CREATE TABLE dashboard_session (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES dashboard_user (id),
  token        text NOT NULL UNIQUE,
  expires_at   timestamptz(6) NOT NULL,
  ip_address   text,
  user_agent   text,
  last_seen_at timestamptz(6) NOT NULL DEFAULT now(),
  created_at   timestamptz(6) NOT NULL DEFAULT now(),
  updated_at   timestamptz(6) NOT NULL DEFAULT now()
);
CREATE INDEX dashboard_session_user_id_idx ON dashboard_session (user_id);

-- What better-auth calls an account: here the scrypt hash of the user's password, one row for each who has set one.
CREATE TABLE dashboard_credential (
  id                       uuid PRIMARY KEY,
  user_id                  uuid NOT NULL UNIQUE REFERENCES dashboard_user (id),
  provider_id              text NOT NULL CHECK (provider_id = 'credential'),
  account_id               text NOT NULL,
  password                 text NOT NULL,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(6),
  refresh_token_expires_at timestamptz(6),
  scope                    text,
  created_at               timestamptz(6) NOT NULL DEFAULT now(),
  updated_at               timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT dashboard_credential_of_its_user CHECK (account_id = user_id::text)
);

-- Sign-ins that wait for their second factor, with how often a code was tried.
CREATE TABLE dashboard_verification (
  id         uuid PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  updated_at timestamptz(6) NOT NULL DEFAULT now()
);
CREATE INDEX dashboard_verification_identifier_idx ON dashboard_verification (identifier);

-- Secret and backup codes are encrypted with DASHBOARD_SECRET.
CREATE TABLE dashboard_two_factor (
  id                        uuid PRIMARY KEY,
  user_id                   uuid NOT NULL UNIQUE REFERENCES dashboard_user (id),
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz(6)
);

-- The one link with which a user may set a password now: SHA-256 of what it carries. Used once; a newer one takes its place.
CREATE TABLE dashboard_link (
  user_id    uuid PRIMARY KEY REFERENCES dashboard_user (id),
  digest     bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  expires_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now()
);

-- How often something was tried in a window that began with the first try. `key` is a hash: people type passwords where an e-mail belongs.
CREATE TABLE dashboard_rate_limit (
  key     text PRIMARY KEY,
  count   integer NOT NULL,
  ends_at timestamptz(6) NOT NULL
);

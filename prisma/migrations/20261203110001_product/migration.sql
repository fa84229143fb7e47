-- Facts of each product for functions. packages/core/src/product says the same, and processes compare both when they
-- start. `events`: the statuses whose event its clients get. `delivers_token`: its customers get a token by SMS.
CREATE TABLE product (
  name           text PRIMARY KEY,
  is_synchronous boolean NOT NULL,
  events         text[] NOT NULL CHECK (events <@ '{success,failed,pending}'),
  delivers_token boolean NOT NULL
);
INSERT INTO product (name, is_synchronous, events, delivers_token) VALUES
  ('AIRTIME', false, '{success,failed,pending}', false),
  ('DATA', false, '{success,failed}', false),
  ('CABLE_TV', true, '{}', false),
  ('ELECTRICITY', true, '{}', true);
ANALYZE product; -- autovacuum never does for four rows, and without it plans expect hundreds

-- Functions that run with the rights of their caller read it, and processes of the release before call them before
-- `db:grant` of this one.
DO $$
DECLARE v_role text;
BEGIN
  FOR v_role IN SELECT rolname FROM granted_role JOIN pg_roles ON rolname = role LOOP
    EXECUTE format('GRANT SELECT ON product TO %I', v_role);
  END LOOP;
END $$;

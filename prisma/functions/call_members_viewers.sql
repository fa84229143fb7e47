-- Stores a user whom a process of an older version calls a member as a viewer. Trigger function of members_are_viewers.
CREATE OR REPLACE FUNCTION call_members_viewers() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.role := 'viewer';
  RETURN NEW;
END $$;

-- The service report of each finished day in Lagos, as it was when the day closed. freeze_service_day writes it.
CREATE TABLE service_day (
  day       date PRIMARY KEY,
  parts     jsonb NOT NULL CHECK (jsonb_typeof(parts) = 'array'),
  frozen_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER service_day_is_fixed BEFORE UPDATE ON service_day FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER service_day_is_kept BEFORE DELETE ON service_day FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER service_day_is_not_emptied BEFORE TRUNCATE ON service_day
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

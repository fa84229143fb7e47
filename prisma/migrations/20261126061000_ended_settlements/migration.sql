-- Settlements that began before 20261126000000 called it; they have ended.
DROP FUNCTION IF EXISTS settlement_outcome(
  text, text, boolean, text, smallint, boolean, boolean, boolean, boolean, boolean);

-- Stops a change that a rule of the tables forbids (trigger function; README.md lists its triggers).
--
-- The rule stands in the WHEN of each trigger, so this body runs only for rows that break it, and a legal change costs
-- one expression.
-- Fails with SQLSTATE TP002. The message names the trigger, the operation and the table.
-- Locks nothing.
CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: % on % is refused', TG_NAME, TG_OP, TG_TABLE_NAME USING ERRCODE = 'TP002';
END $$;

-- Counts the rows of the purchase history whose month has no partition. They are in the DEFAULT partition. It runs with
-- the owner's rights: roles have none on single partitions.
CREATE OR REPLACE FUNCTION history_outside_partitions() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM purchase_history_default
$$;

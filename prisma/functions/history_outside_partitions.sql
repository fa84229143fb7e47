-- How many rows of the history of purchases are in the DEFAULT partition: their ids are of a month that has no
-- partition. It runs with the owner's rights: roles have none on single partitions.
CREATE OR REPLACE FUNCTION history_outside_partitions() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM purchase_history_default
$$;

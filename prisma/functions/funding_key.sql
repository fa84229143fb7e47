-- What two funding references have in common that name the same payment: case and white space do not count.
--
-- Called by fund_wallet, and by whoever looks for an earlier funding. Locks nothing.
CREATE OR REPLACE FUNCTION funding_key(p_reference text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(regexp_replace(p_reference COLLATE "C", '\s', '', 'g'))
$$;

-- Returns a key that all spellings of one funding reference share. Case and white space do not count.
CREATE OR REPLACE FUNCTION funding_key(p_reference text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(regexp_replace(p_reference COLLATE "C", '\s', '', 'g'))
$$;

-- Records this server, a promoted standby, as the one that services may start on. It replaces p_before (this_server),
-- which its caller has compared with what was committed. Returns whether this server is the recorded one now.
--
-- `since` only grows, even if the clock of this server is behind: changes of purchases are read in its order.
-- Declines a server that is no later timeline of the recorded one: that needs a person (`ops quarantine`).
-- Locks the row of known_server.
CREATE OR REPLACE FUNCTION accept_server(p_before text) RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE known_server SET identity = this_server(), since = greatest(clock_timestamp(), since + interval '1 microsecond')
   WHERE identity = p_before AND split_part(this_server(), '/', 1) = split_part(p_before, '/', 1)
     AND split_part(this_server(), '/', 2) > split_part(p_before, '/', 2);
  RETURN (SELECT identity = this_server() FROM known_server);
END $$;

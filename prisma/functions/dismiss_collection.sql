-- Takes a transfer that waits off the list, because a person says that no wallet gets it. Its reference stays
-- used: nothing funds with it any more.
--
-- Returns the outcome: `dismissed`, or `not_open`: it does not wait, or there is none. Locks the transfer.
CREATE OR REPLACE FUNCTION dismiss_collection(p_id bigint, p_note text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collection c SET state = 'dismissed', reason = NULL, note = p_note
   WHERE c.id = p_id AND c.state IN ('waiting', 'unassigned');
  RETURN CASE WHEN FOUND THEN 'dismissed' ELSE 'not_open' END;
END $$;

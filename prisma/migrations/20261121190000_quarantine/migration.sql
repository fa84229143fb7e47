-- After a restore or a failover that lost something, purchases that had been sent come back as unsent. `ops quarantine` uses up their one permission to send,
-- and until it has run no service starts on a server that is not the one it ran on.

-- Which server this is: the system identifier and the timeline. A copy restored to a point in time, or a standby that was promoted, has a timeline of its
-- own; a dump restored elsewhere an identifier of its own. NULL where the server does not tell, as some managed ones do.
CREATE FUNCTION this_server() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

-- One row: the server on which the purchases are known to be what they were.
CREATE TABLE known_server (
  single   boolean PRIMARY KEY DEFAULT true CHECK (single),
  identity text,
  since    timestamptz(6) NOT NULL DEFAULT now()
);
INSERT INTO known_server (identity) VALUES (this_server());

-- Takes purchases that seem never to have been sent as sent, at an unknown time and with an unknown outcome: no worker sends them any more, the sweeper asks
-- the provider, and neither their age nor "no such order" refunds them (order_seen), because the reference is only the likeliest one.
--
-- p_items  array of { id, provider_ref }: under which reference it was most likely sent
-- Locks the purchases by id and answers those it took; one that was sent or is final by then is left as it is.
CREATE FUNCTION quarantine_purchases(p_items jsonb, p_note text) RETURNS SETOF purchase LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_id uuid[];
BEGIN
  SELECT array_agg(l.id) INTO v_id
    FROM (SELECT q.id FROM purchase q
           WHERE q.id = ANY (ARRAY(SELECT x.id FROM jsonb_to_recordset(p_items) AS x (id uuid))) AND q.sends = 0 AND q.final_at IS NULL
           ORDER BY q.id FOR NO KEY UPDATE) l;
  UPDATE purchase q
     SET sends = 1, provider_ref = x.provider_ref, sent_at = clock_timestamp(), next_check_at = clock_timestamp(), order_seen = true,
         cause = 'quarantined: ' || p_note, result = q.result || jsonb_build_object('quarantined', jsonb_build_object('note', p_note, 'at', clock_timestamp()))
    FROM jsonb_to_recordset(p_items) AS x (id uuid, provider_ref text)
   WHERE q.id = ANY (v_id) AND x.id = q.id;
  INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
  SELECT q.id, q.status, q.status, q.cause FROM purchase q WHERE q.id = ANY (v_id) ORDER BY q.id; -- a move to where it is: the triggers record no such thing
  RETURN QUERY SELECT q.* FROM purchase q WHERE q.id = ANY (v_id);
END $$;

-- Uses an approval, which can be used once. Returns false when there is none that was given to this actor for exactly
-- this kind and payload, or it was used, or it was asked for more than 24 hours ago. Locks the approval. Not for roles.
CREATE OR REPLACE FUNCTION use_approval(p_id uuid, p_kind text, p_payload jsonb, p_actor text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE approval SET used_at = clock_timestamp()
   WHERE id = p_id AND state = 'approved' AND used_at IS NULL AND expires_at > clock_timestamp()
     AND kind = p_kind AND payload = p_payload AND requested_by = p_actor;
  RETURN FOUND;
END $$;

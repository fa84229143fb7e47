-- Writes the test account of a live account. It has this URL or none. Returns its id. Not for roles.
--
-- Its name is that of the live account with `test` and the beginning of its own id, because names are unique.
CREATE OR REPLACE FUNCTION add_test_twin(p_live uuid, p_webhook_url text) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id uuid := gen_random_uuid();
BEGIN
  INSERT INTO account (id, name, tier_id, status, mode, twin_of, webhook_url,
                       limit_purchases, limit_status, limit_lookups, limit_other)
  SELECT v_id, live.name || ' (test ' || left(v_id::text, 8) || ')', live.tier_id, live.status, 'test', live.id,
         p_webhook_url, live.limit_purchases, live.limit_status, live.limit_lookups, live.limit_other
    FROM account live WHERE live.id = p_live;
  RETURN v_id;
END $$;

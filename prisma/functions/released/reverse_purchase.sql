-- settle_by_operator for version 0.1.0, which reverses a success and knows no approvals: as `released`, and only while
-- approvals are off. Fails (TP004) when it is refused.
CREATE OR REPLACE FUNCTION reverse_purchase(p_id uuid, p_cause text, p_message text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_outcome text;
BEGIN
  IF NOT EXISTS (SELECT FROM purchase WHERE id = p_id AND status = 'success') THEN
    RETURN false;
  END IF;
  SELECT settled.outcome INTO v_outcome
    FROM settle_by_operator(
           jsonb_build_object('id', p_id, 'basis', 'operator', 'target_status', 'failed',
                              'reverses', true, 'cause', p_cause, 'cause_code', 'operator', 'message', p_message),
           'released', NULL) settled;
  PERFORM refuse_released(v_outcome);
  RETURN v_outcome = 'settled';
END $$;

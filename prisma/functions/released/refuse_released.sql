-- Fails (TP004) for what the rule of money refuses, in words: version 0.1.0 knows none of these outcomes.
CREATE OR REPLACE FUNCTION refuse_released(p_outcome text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF p_outcome = 'approval_needed' THEN
    RAISE EXCEPTION 'this needs the approval of a second operator, which version 0.1.0 cannot ask for: upgrade'
      USING ERRCODE = 'TP004';
  ELSIF p_outcome = 'cap_exceeded' THEN
    RAISE EXCEPTION 'the daily cap of version 0.1.0 is used up' USING ERRCODE = 'TP004';
  ELSIF p_outcome IN ('not_an_operator', 'approval_not_valid', 'bad_reference') THEN
    RAISE EXCEPTION 'this is refused: %', p_outcome USING ERRCODE = 'TP004';
  END IF;
END $$;

-- A funding reference is unique in the whole service, whatever its case and white space. Where some were used twice so
-- far, the first one stands for all of them; nothing that was funded is changed.
--
-- Nothing waits: the fundings are read once, without a lock.
CREATE TABLE funding_reference (
  key      text PRIMARY KEY,
  entry_id bigint NOT NULL
);
CREATE UNIQUE INDEX funding_reference_entry_id_key ON funding_reference (entry_id);
CREATE TRIGGER funding_reference_is_append_only BEFORE UPDATE OR DELETE ON funding_reference
  FOR EACH ROW EXECUTE FUNCTION forbid_change();
CREATE TRIGGER funding_reference_is_not_emptied BEFORE TRUNCATE ON funding_reference
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE OR REPLACE FUNCTION funding_key(p_reference text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(regexp_replace(p_reference COLLATE "C", '\s', '', 'g'))
$$;

CREATE OR REPLACE FUNCTION fund_wallet(
  p_account uuid, p_amount_kobo bigint, p_reference text, p_actor text, p_approval uuid)
RETURNS TABLE (
  outcome text, amount_kobo bigint, balance_before_kobo bigint, balance_after_kobo bigint, bound_kobo bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_key text := funding_key(p_reference);
  v_refusal text;
  v_bound_kobo bigint;
  v_entry ledger_entry;
BEGIN
  PERFORM FROM wallet WHERE wallet.account_id = p_account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM account WHERE account.id = p_account AND account.mode = 'live') THEN
    RETURN QUERY SELECT 'no_such_account', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock('funding_reference'::regclass::integer, hashtext(v_key));
  RETURN QUERY
    SELECT CASE WHEN entry.amount_kobo = p_amount_kobo THEN 'funded_before' ELSE 'reference_used' END,
           entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM ledger_entry entry
     WHERE entry.account_id = p_account AND entry.kind = 'funding' AND entry.reference = p_reference
       AND entry.purchase_id IS NULL;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT CASE WHEN entry.account_id = p_account AND entry.amount_kobo = p_amount_kobo THEN 'funded_before'
                ELSE 'reference_used' END,
           entry.amount_kobo, entry.balance_before_kobo, entry.balance_after_kobo, NULL::bigint
      FROM funding_reference used JOIN ledger_entry entry ON entry.id = used.entry_id
     WHERE used.key = v_key;
  IF FOUND THEN
    RETURN;
  END IF;
  IF p_reference COLLATE "C" !~ '^[ -~]*[!-~][ -~]*$' THEN
    RETURN QUERY SELECT 'bad_reference', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;

  SELECT judged.refusal, judged.bound_kobo INTO v_refusal, v_bound_kobo
    FROM judge_step(
           'fund',
           jsonb_build_object(
             'account_id', p_account, 'amount_kobo', p_amount_kobo::text, 'reference', p_reference),
           p_amount_kobo, p_amount_kobo, p_actor, p_approval) judged;
  IF v_refusal IS NOT NULL THEN
    RETURN QUERY SELECT v_refusal, NULL::bigint, NULL::bigint, NULL::bigint, v_bound_kobo;
    RETURN;
  END IF;

  v_entry := write_entry(p_account, 'funding', p_amount_kobo, p_reference, NULL, NULL);
  INSERT INTO funding_reference (key, entry_id) VALUES (v_key, v_entry.id);
  PERFORM count_on_cap(p_actor, v_entry, p_approval);
  RETURN QUERY
    SELECT 'funded', v_entry.amount_kobo, v_entry.balance_before_kobo, v_entry.balance_after_kobo, NULL::bigint;
END $$;

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

INSERT INTO funding_reference (key, entry_id)
SELECT DISTINCT ON (funding_key(e.reference)) funding_key(e.reference), e.id
  FROM ledger_entry e JOIN account a ON a.id = e.account_id AND a.mode = 'live'
 WHERE e.kind = 'funding'
 ORDER BY funding_key(e.reference), e.id;

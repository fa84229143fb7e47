-- Says what becomes of one settlement: the rule of judge_settlements. A row for each outcome; the first that fits
-- counts.
--
-- p_target_status      success | failed | refunded | open
-- p_basis              answer | requery | not_found | rejection_repeated | never_sent | operator
-- p_is_repeat          an earlier item of the same batch is for the same purchase
-- p_status, p_sends    of the purchase, which is locked; NULL when there is none
-- p_in_flight          its send may still arrive
-- p_not_found_stale    "not found" was counted on since the decision was made, or something has shown the order
-- p_rival_open         the item must be the only open purchase for its recipient, and there is another
-- p_delivered          it was delivered and only its token has not come, or a closed attempt has shown its order
-- p_wallet_locked      the caller has locked the wallet of its account
-- p_attempt_closed     it speaks of an attempt that was closed as proven without value
-- p_order_seen         it says that the provider has the order; NULL: it says nothing of that
--
-- It reads no table. It is one expression, so PostgreSQL inlines it into the statement that calls it. That needs
-- p_rival_open, a subquery there, to be used only once here.
CREATE OR REPLACE FUNCTION settlement_outcome(
  p_target_status text, p_basis text, p_is_repeat boolean, p_status text, p_sends smallint, p_in_flight boolean,
  p_not_found_stale boolean, p_rival_open boolean, p_delivered boolean, p_wallet_locked boolean,
  p_attempt_closed boolean, p_order_seen boolean)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    -- There is no such purchase.
    WHEN p_status IS NULL THEN 'unknown_purchase'
    -- One settlement for each purchase in a batch: the caller submits this one again.
    WHEN p_is_repeat THEN 'repeated'
    -- A closed attempt has delivered after all, or may: an operator has to look at it, before more is sent if possible.
    WHEN p_attempt_closed AND (p_target_status = 'success' OR p_order_seen) THEN 'contradiction'
    -- Nothing else that is learnt of a closed attempt says anything of the purchase.
    WHEN p_attempt_closed THEN 'declined'
    -- It is final, and this says the opposite: an operator has to look at it. That nobody has sent it is no word of the
    -- provider: another worker was quicker.
    WHEN p_status NOT IN ('initiated', 'pending') AND p_target_status <> 'open' AND p_basis <> 'never_sent'
         AND (p_status = 'success') <> (p_target_status = 'success') THEN 'contradiction'
    -- It is final, and this says the same or nothing.
    WHEN p_status NOT IN ('initiated', 'pending') THEN 'already_final'
    -- Somebody has claimed it since: it may have been sent.
    WHEN p_basis = 'never_sent' AND p_sends <> 0 THEN 'declined'
    -- Nobody has sent it, so nobody can know an outcome.
    WHEN p_basis <> 'never_sent' AND p_sends = 0 THEN 'declined'
    -- An operator cannot know the outcome of a send that is still under way.
    WHEN p_basis = 'operator' AND p_in_flight THEN 'declined'
    -- "Not found" proves nothing when the count has changed or anything has shown the order.
    WHEN p_basis = 'not_found' AND p_not_found_stale THEN 'declined'
    -- A suspected duplicate was perhaps taken for the other open purchase of this recipient.
    WHEN p_basis = 'rejection_repeated' AND p_rival_open THEN 'declined'
    -- What was delivered and lacks its token, or perhaps by a closed attempt, is refunded by an operator alone.
    WHEN p_target_status IN ('failed', 'refunded') AND p_basis <> 'operator' AND p_delivered THEN 'declined'
    -- It stays open: what was learnt is written down.
    WHEN p_target_status = 'open' THEN 'kept'
    -- A refund needs the wallet, and somebody else has locked it: the caller submits this one again, and waits.
    WHEN p_target_status IN ('failed', 'refunded') AND NOT p_wallet_locked THEN 'busy'
    ELSE 'settled'
  END
$$;

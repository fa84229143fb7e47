-- A worker that gives a purchase up as never sent, after another one has sent and settled it, no longer finds a
-- contradiction: there is nothing to look at.
CREATE OR REPLACE FUNCTION settlement_outcome(
  p_target_status text, p_basis text, p_is_repeat boolean, p_status text, p_sends smallint, p_in_flight boolean,
  p_not_found_stale boolean, p_rival_open boolean, p_token_awaited boolean, p_wallet_locked boolean)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    -- There is no such purchase.
    WHEN p_status IS NULL THEN 'unknown_purchase'
    -- One settlement for each purchase in a batch: the caller submits this one again.
    WHEN p_is_repeat THEN 'repeated'
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
    -- What was delivered and only lacks its token is refunded by an operator and by nobody else.
    WHEN p_target_status IN ('failed', 'refunded') AND p_basis <> 'operator' AND p_token_awaited THEN 'declined'
    -- It stays open: what was learnt is written down.
    WHEN p_target_status = 'open' THEN 'kept'
    -- A refund needs the wallet, and somebody else has locked it: the caller submits this one again, and waits.
    WHEN p_target_status IN ('failed', 'refunded') AND NOT p_wallet_locked THEN 'busy'
    ELSE 'settled'
  END
$$;

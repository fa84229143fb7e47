-- Moves purchases to `pending` when the window of their client is over. It moves only those that are still `initiated`.
-- p_cause: the code of the reason; p_message: the text of the event.
--
-- Returns how each purchase stands now, and the event that was written for it, if its product has one for `pending`
-- (table product) and its account a webhook URL, or test mode.
-- Locks the purchases by id. It reads them in a second statement, with a younger snapshot, so it never answers
-- `pending` for a purchase that has just become final.
CREATE OR REPLACE FUNCTION mark_pending(p_ids uuid[], p_cause text, p_message text)
RETURNS TABLE (id uuid, status text, event_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET enable_seqscan = off SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM (SELECT q.id FROM purchase q WHERE q.id = ANY (p_ids) ORDER BY q.id FOR NO KEY UPDATE) locked;
  RETURN QUERY
    WITH marked AS (
      UPDATE purchase q SET status = 'pending', cause = p_cause, cause_code = p_cause, window_ends_at = NULL
       WHERE q.id = ANY (p_ids) AND q.status = 'initiated'
      RETURNING q.id, q.account_id, q.product_type),
    written AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT marked.account_id, marked.id, lower(product.name) || '.purchase.pending', 'pending', p_message
        FROM marked
        JOIN product ON product.name = marked.product_type
       WHERE 'pending' = ANY (product.events)
         AND EXISTS (SELECT 1 FROM account
                      WHERE account.id = marked.account_id
                        AND (account.webhook_url IS NOT NULL OR account.mode = 'test'))
       ORDER BY marked.id
      RETURNING id, purchase_id)
    SELECT q.id, CASE WHEN marked.id IS NULL THEN q.status ELSE 'pending' END, written.id
      FROM purchase q
      LEFT JOIN marked ON marked.id = q.id
      LEFT JOIN written ON written.purchase_id = q.id
     WHERE q.id = ANY (p_ids);
END $$;

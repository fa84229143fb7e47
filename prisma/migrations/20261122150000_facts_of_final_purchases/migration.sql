-- The rare facts about purchases that are final already: quarantines, contradictions and closed reviews, which the
-- dashboard shows. No decision is made on them.
--
-- In a transaction of its own, because it reads the whole table: about 1 s for each million purchases, during which
-- nothing waits. What the provider said of final purchases (provider_transaction_id and others) stays in their
-- `result`: it would take rewriting the whole table.
UPDATE purchase SET
    quarantined_at = (result -> 'quarantined' ->> 'at')::timestamptz,
    contradicted_by = result -> 'contradicted_by',
    reviewed_at = (result -> 'reviewed' ->> 'at')::timestamptz,
    review_note = result -> 'reviewed' ->> 'note',
    result = result - '{quarantined,contradicted_by,reviewed}'::text[]
 WHERE final_at IS NOT NULL AND result ?| '{quarantined,contradicted_by,reviewed}';

-- A sale above its price at another provider no longer counts for the daily loss cap. Such sales stay losses that
-- nobody allowed; those from before raise no new alert.
UPDATE loss SET allowed = false, noted_at = coalesce(loss.noted_at, now())
  FROM purchase p
 WHERE p.id = loss.purchase_id AND loss.allowed AND p.expected_loss_kobo IS NULL
   AND (p.decision ->> 'elsewhere')::boolean;
DROP TABLE absorbed_loss_day;

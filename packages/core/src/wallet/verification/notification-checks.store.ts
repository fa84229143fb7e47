import { LIVE } from '../../purchase/purchase.store';
import { sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Check } from './books.store';

/** Checks of the notifications. A token is owed from the success on, also when the purchase is reversed later. */
export const notificationChecks: readonly Check[] = [
  {
    id: 'A15',
    title:
      'each successful live electricity purchase with a token has exactly one message, no other has one, none is long overdue',
    violations: ({ deliveryMs }) => sql`
      WITH owed AS (
        SELECT p.id FROM purchase p
         WHERE p.product_type IN (SELECT name FROM product WHERE delivers_token)
           AND p.result ->> 'token' <> '' AND p.${LIVE}
           AND (p.status = 'success'
                OR EXISTS (SELECT FROM purchase_history h WHERE h.purchase_id = p.id AND h.to_status = 'success'))),
      written AS (
        SELECT purchase_id AS id, count(*) AS messages, min(next_attempt_at) AS next_attempt_at
          FROM notification GROUP BY purchase_id)
      SELECT id AS "purchaseId", p.request_ref AS "requestRef", p.product_type AS "productType", p.status,
             o.id IS NOT NULL AS "isOwed",
             coalesce(w.messages, 0) AS "messages", w.next_attempt_at AS "nextAttemptAt"
        FROM owed o FULL JOIN written w USING (id) LEFT JOIN purchase p USING (id)
       WHERE o.id IS NULL OR w.messages IS DISTINCT FROM 1
          OR w.next_attempt_at < now() - ${toInterval(deliveryMs)}::interval`,
  },
];

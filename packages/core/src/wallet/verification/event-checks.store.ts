import { LIVE } from '../../purchase/purchase.store';
import { sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Check } from './books.store';

/**
 * Checks of what clients and customers are told. A missing event cannot be found: events are written only while the
 * account has a webhook URL, and the times at which it had one are not stored.
 */
export const eventChecks: readonly Check[] = [
  {
    id: 'A13',
    title: 'each event fits its product and the history of its purchase, and only a resend repeats it',
    violations: () => sql`
      WITH allowed (product_type, event, status) AS (
        SELECT name, lower(name) || '.purchase.' || status, status FROM product CROSS JOIN unnest(events) AS status),
      path AS (SELECT purchase_id, array_agg(to_status) AS states FROM purchase_history GROUP BY purchase_id),
      original AS (
        SELECT w.id, w.seq, w.account_id, w.purchase_id, w.event, w.status,
               row_number() OVER (PARTITION BY w.purchase_id, w.event ORDER BY w.seq) AS nth
          FROM webhook_event w
         WHERE w.resent_from IS NULL AND (w.purchase_id IS NOT NULL OR w.asked_by IS NULL))
      SELECT n.id AS "eventId", n.event, n.status AS "eventStatus", n.purchase_id AS "purchaseId",
             p.request_ref AS "requestRef", p.product_type AS "productType", p.status
        FROM original n
        LEFT JOIN purchase p ON p.id = n.purchase_id
        LEFT JOIN path h ON h.purchase_id = n.purchase_id
        LEFT JOIN allowed a ON (a.product_type, a.event, a.status) = (p.product_type, n.event, n.status)
       WHERE n.account_id IS DISTINCT FROM p.account_id
          OR CASE n.event
               WHEN 'transaction.requery' THEN n.status = ANY (h.states)
               -- what was never sent, and what was reversed, ends as refunded, and its event says failed
               ELSE a.event IS NOT NULL AND n.nth = 1
                    AND (n.status = ANY (h.states) OR (n.status = 'failed' AND 'refunded' = ANY (h.states)))
             END IS NOT TRUE
       UNION ALL
      -- a test event, which somebody asked for, has no purchase; a resend equals its original, which has ended
      SELECT c.id, c.event, c.status, c.purchase_id, p.request_ref, p.product_type, p.status
        FROM webhook_event c
        LEFT JOIN webhook_event o ON o.id = c.resent_from
        LEFT JOIN purchase p ON p.id = c.purchase_id
       WHERE (c.resent_from IS NULL AND c.asked_by IS NOT NULL
              AND (c.purchase_id IS NOT NULL
                   OR (c.event, c.status) NOT IN (
                        SELECT a.event, a.status FROM allowed a
                         UNION VALUES ('transaction.requery', 'success'))))
          OR c.resent_from IS NOT NULL
         AND (o.resent_from IS NOT NULL OR o.finished_at IS NULL
              OR (o.account_id, o.purchase_id, o.event, o.status, o.details)
                 IS DISTINCT FROM (c.account_id, c.purchase_id, c.event, c.status, c.details))`,
  },
  {
    id: 'A14',
    // A client whose receiver is slow delays its own events only, and nothing is wrong with them.
    title: 'no event is being sent for long, or waits for long while no other event of its account is sent',
    violations: ({ deliveryMs }) => sql`
      WITH recent AS MATERIALIZED (SELECT now() - ${toInterval(deliveryMs)}::interval AS began)
      SELECT id AS "eventId", event, state, purchase_id AS "purchaseId", created_at AS "createdAt",
             claimed_at AS "claimedAt"
        FROM webhook_event, recent
       WHERE (state = 'sending' AND claimed_at < began)
          OR (state = 'queued' AND created_at < began
              AND account_id NOT IN (SELECT account_id FROM webhook_event, recent WHERE claimed_at >= began))`,
  },
  {
    id: 'A15',
    // a token is owed from the success on, even if the purchase is reversed later
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

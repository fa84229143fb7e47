import { sql } from '../../shared/db';
import { type Check, interval } from './books.store';

/**
 * The news. An event is written only when its account has a webhook URL at that moment, and nobody keeps when the URL was set: that an event is missing
 * cannot be audited, only that each one which exists is right.
 */
export const eventChecks: readonly Check[] = [
  {
    id: 'A13',
    title:
      'each event is one its product has, tells what its purchase went through, and purchase events are repeated only when a person has one sent again',
    violations: () => sql`
      WITH allowed (product_type, event, status) AS (
        VALUES ('AIRTIME', 'airtime.purchase.success', 'success'), ('AIRTIME', 'airtime.purchase.failed', 'failed'),
               ('AIRTIME', 'airtime.purchase.pending', 'pending'), ('DATA', 'data.purchase.success', 'success'), ('DATA', 'data.purchase.failed', 'failed')),
      path AS (SELECT purchase_id, array_agg(to_status) AS states FROM purchase_history GROUP BY purchase_id),
      news AS (
        SELECT w.id, w.seq, w.account_id, w.purchase_id, w.event, w.status, row_number() OVER (PARTITION BY w.purchase_id, w.event ORDER BY w.seq) AS turn
          FROM webhook_event w WHERE w.event <> 'webhook.test' AND w.resent_from IS NULL)
      SELECT n.id AS "eventId", n.event, n.status AS "eventStatus", n.purchase_id AS "purchaseId", p.request_ref AS "requestRef", p.product_type AS "productType", p.status
        FROM news n
        LEFT JOIN purchase p ON p.id = n.purchase_id
        LEFT JOIN path h ON h.purchase_id = n.purchase_id
        LEFT JOIN allowed a ON (a.product_type, a.event, a.status) = (p.product_type, n.event, n.status)
       WHERE n.account_id IS DISTINCT FROM p.account_id
          OR CASE n.event
               WHEN 'transaction.requery' THEN n.status = ANY (h.states)
               -- given up before anything was sent is refunded, and told as failed; a success that was taken back is not told
               ELSE a.event IS NOT NULL AND n.turn = 1
                    AND (n.status = ANY (h.states) OR (n.status = 'failed' AND 'refunded' = ANY (h.states) AND 'success' <> ALL (h.states)))
             END IS NOT TRUE
       UNION ALL
      -- a test is of nothing; a copy is of a first delivery that has ended, and the same word for word
      SELECT c.id, c.event, c.status, c.purchase_id, p.request_ref, p.product_type, p.status
        FROM webhook_event c
        LEFT JOIN webhook_event o ON o.id = c.resent_from
        LEFT JOIN purchase p ON p.id = c.purchase_id
       WHERE (c.event = 'webhook.test' AND (c.purchase_id IS NOT NULL OR c.status <> 'success'))
          OR c.resent_from IS NOT NULL
         AND (o.resent_from IS NOT NULL OR o.finished_at IS NULL
              OR (o.account_id, o.purchase_id, o.event, o.status, o.details) IS DISTINCT FROM (c.account_id, c.purchase_id, c.event, c.status, c.details))`,
  },
  {
    id: 'A14',
    title: 'no event is queued or being sent for long',
    violations: ({ deliveryMs }) => sql`
      SELECT id AS "eventId", event, state, purchase_id AS "purchaseId", created_at AS "createdAt", claimed_at AS "claimedAt"
        FROM webhook_event
       WHERE state IN ('queued', 'sending') AND coalesce(claimed_at, created_at) < now() - ${interval(deliveryMs)}`,
  },
];

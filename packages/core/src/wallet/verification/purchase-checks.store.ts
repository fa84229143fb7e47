import { legalMoves } from '../../purchase/status';
import { sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Check } from './books.store';

const legal = legalMoves.map(({ from, to }) => `${from} > ${to}`);

/** Checks of the purchases: one per reference of an account, legal moves only, sent at most once, none forgotten. */
export const purchaseChecks: readonly Check[] = [
  {
    id: 'A07',
    title: 'no two purchases of an account have the same request_ref',
    violations: () => sql`
      SELECT account_id AS "accountId", request_ref AS "requestRef", array_agg(id::text ORDER BY id) AS "purchaseIds"
        FROM purchase GROUP BY account_id, request_ref HAVING count(*) > 1`,
  },
  {
    id: 'A08',
    title:
      'the history of each purchase starts at initiated and leads, by allowed steps without a gap, to its current status',
    violations: () => sql`
      SELECT coalesce(p.id, h.purchase_id) AS "purchaseId", p.request_ref AS "requestRef", p.status, h.previous,
             h.from_status AS "fromStatus", h.to_status AS "toStatus", h.cause, h.at
        FROM purchase p
        FULL JOIN (SELECT *, lag(to_status) OVER path AS previous, row_number() OVER path AS place,
                          lead(id) OVER path IS NULL AS is_last
                     FROM purchase_history WINDOW path AS (PARTITION BY purchase_id ORDER BY id)) h
               ON h.purchase_id = p.id
       WHERE p.id IS NULL OR h.id IS NULL
          OR (h.place = 1 AND (h.from_status IS NOT NULL OR h.to_status <> 'initiated'))
          OR (h.place > 1 AND (h.from_status IS DISTINCT FROM h.previous
                               -- these are in the history of an open purchase but do not change its status
                               OR (h.from_status || ' > ' || h.to_status <> ALL (${legal}::text[])
                                   AND NOT (coalesce(h.cause_code, 'other') IN ('quarantined', 'next_attempt')
                                            AND h.from_status = h.to_status
                                            AND h.to_status IN ('initiated', 'pending')))))
          OR (h.is_last AND h.to_status <> p.status)`,
  },
  {
    id: 'A09',
    title: 'nothing follows a final status, except the reversal of a success',
    violations: () => sql`
      SELECT purchase_id AS "purchaseId", previous, from_status AS "fromStatus", to_status AS "toStatus", cause, at
        FROM (SELECT *, lag(to_status) OVER (PARTITION BY purchase_id ORDER BY id) AS previous
                FROM purchase_history) h
       WHERE previous IN ('failed', 'refunded') OR from_status IN ('failed', 'refunded')
          OR ((previous = 'success' OR from_status = 'success') AND to_status <> 'refunded')`,
  },
  {
    id: 'A10',
    title:
      'each purchase was sent at most once, and each that succeeded or failed exactly once, under a provider reference, unless a breaker stopped it or a closed attempt delivered',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.status, p.sends, p.sent_at AS "sentAt",
             p.provider_ref AS "providerRef"
        FROM purchase p
       WHERE p.sends NOT IN (0, 1) OR (p.sends = 0) <> (p.sent_at IS NULL) OR (p.sends = 0) <> (p.provider_ref IS NULL)
          OR (p.sends <> 1
              AND NOT EXISTS (SELECT FROM closed_attempt c
                               WHERE c.purchase_id = p.id AND c.contradicted_at IS NOT NULL)
              AND (p.status = 'success'
                   OR p.status = 'failed' AND p.cause_code IS DISTINCT FROM 'provider_unavailable'
                   OR EXISTS (SELECT FROM purchase_history h
                               WHERE h.purchase_id = p.id
                                 AND (h.to_status = 'success'
                                      OR h.to_status = 'failed'
                                         AND h.cause_code IS DISTINCT FROM 'provider_unavailable'))))`,
  },
  {
    id: 'A11',
    title: 'no purchase is still initiated long after its client’s window, unless it is claimed or due',
    violations: ({ answerMs }) => sql`
      SELECT id AS "purchaseId", request_ref AS "requestRef", sends, window_ends_at AS "windowEndsAt",
             next_check_at AS "nextCheckAt", created_at AS "createdAt"
        FROM purchase
       WHERE status = 'initiated'
         AND coalesce(window_ends_at, created_at) < now() - ${toInterval(answerMs)}::interval
         AND (claim_expires_at IS NULL OR claim_expires_at <= now())
         AND (next_check_at IS NULL OR next_check_at > now())`,
  },
  {
    id: 'A12',
    title: 'each open purchase has a check ahead that is not long overdue, or is under review',
    violations: ({ checkMs }) => sql`
      SELECT id AS "purchaseId", request_ref AS "requestRef", status, sends, next_check_at AS "nextCheckAt",
             created_at AS "createdAt"
        FROM purchase
       WHERE status IN ('initiated', 'pending') AND NOT needs_review
         AND (next_check_at IS NULL OR next_check_at < now() - ${toInterval(checkMs)}::interval)`,
  },
  {
    id: 'A19',
    title: 'the simulator serves the purchases of test accounts and no others',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.provider, a.mode
        FROM purchase p JOIN account a ON a.id = p.account_id
       WHERE (p.provider = 'simulator') <> (a.mode = 'test')`,
  },
  {
    id: 'A20',
    title:
      'the attempts before the one of a purchase are closed, each at another provider and under another reference, and none is of a test account',
    violations: () => sql`
      SELECT coalesce(p.id, c.purchase_id) AS "purchaseId", p.request_ref AS "requestRef", p.attempt, p.provider,
             c.numbers, c.providers
        FROM purchase p
        FULL JOIN (SELECT purchase_id, array_agg(number::integer ORDER BY number) AS numbers,
                          array_agg(provider ORDER BY number) AS providers, array_agg(provider_ref) AS refs
                     FROM closed_attempt GROUP BY purchase_id) c ON c.purchase_id = p.id
       WHERE p.id IS NULL
          OR coalesce(c.numbers, '{}') <> ARRAY(SELECT generate_series(1, p.attempt - 1))
          OR p.provider = ANY (c.providers) OR p.provider_ref = ANY (c.refs)
          OR (c.purchase_id IS NOT NULL AND p.provider = 'simulator')`,
  },
  {
    id: 'A21',
    title:
      'a closed attempt that delivered after all, or may have, is noted on its purchase, which only an operator has refunded since',
    violations: () => sql`
      SELECT c.purchase_id AS "purchaseId", c.number, c.provider, c.contradicted_at AS "contradictedAt", p.status, p.cause
        FROM closed_attempt c JOIN purchase p ON p.id = c.purchase_id
       WHERE c.contradicted_at IS NOT NULL
         AND (p.contradicted_by IS NULL
              OR p.status IN ('failed', 'refunded') AND p.final_at > c.contradicted_at
                 AND p.cause_code IS DISTINCT FROM 'operator')`,
  },
  {
    id: 'A22',
    title: 'a purchase below cost has reserved its loss, and keeps what it has cost more than its price',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.status, p.expected_loss_kobo AS "expectedKobo",
             l.cost_kobo - l.price_kobo AS "keptKobo"
        FROM purchase p LEFT JOIN loss l ON l.purchase_id = p.id
       WHERE p.expected_loss_kobo IS NOT NULL
         -- a refund of a delivered purchase keeps the loss; the one before a delivery does not
         AND NOT (p.status = 'refunded')
         AND coalesce(l.cost_kobo - l.price_kobo, 0)
             <> CASE p.status WHEN 'failed' THEN 0
                              WHEN 'success' THEN greatest(coalesce(p.cost_kobo - p.amount_kobo, p.expected_loss_kobo), 0)
                              ELSE p.expected_loss_kobo END`,
  },
  {
    id: 'A23',
    title: 'what counts for the daily loss cap is what the purchases of that day have lost or reserved',
    violations: () => sql`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(counted.kobo, 0) AS "countedKobo",
             coalesce(said.kobo, 0) AS "purchasesKobo"
        FROM (SELECT day, sum(counted_kobo) AS kobo FROM loss_day GROUP BY day) counted
        FULL JOIN (SELECT (l.at AT TIME ZONE 'Africa/Lagos')::date AS day, sum(l.cost_kobo - l.price_kobo) AS kobo
                     FROM loss l WHERE l.allowed GROUP BY 1) said USING (day)
       WHERE coalesce(counted.kobo, 0) <> coalesce(said.kobo, 0)`,
  },
  {
    id: 'A24',
    title: 'a purchase with a discount was charged its face value less that discount, rounded down to whole kobo',
    violations: () => sql`
      SELECT p.id AS "purchaseId", p.request_ref AS "requestRef", p.amount_kobo AS "chargedKobo",
             p.face_kobo AS "faceKobo", p.discount_bps AS "discountBps"
        FROM purchase p
       WHERE (p.face_kobo IS NOT NULL OR p.discount_bps IS NOT NULL)
         AND p.amount_kobo IS DISTINCT FROM p.face_kobo - p.face_kobo * p.discount_bps / 10000`,
  },
  {
    id: 'A25',
    title:
      'each accepted row of a batch is a purchase of its account, for the amount that was confirmed and under its reference, with no API key',
    violations: () => sql`
      SELECT r.batch_id AS "batchId", r.n AS row, r.purchase_id AS "purchaseId", r.request_ref AS "requestRef",
             r.amount_kobo AS "confirmedKobo", p.amount_kobo AS "chargedKobo"
        FROM batch_row r LEFT JOIN purchase p ON p.id = r.purchase_id
       WHERE r.state = 'accepted'
         AND (p.id IS NULL OR p.account_id <> r.account_id OR p.amount_kobo <> r.amount_kobo
              OR p.request_ref <> r.request_ref OR p.api_key_id IS NOT NULL)`,
  },
];

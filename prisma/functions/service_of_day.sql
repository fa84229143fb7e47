-- Adds up the live purchases that were accepted on a day in Lagos, for the service report. About 1.5 s for each million
-- of them, without a sort. Returns an array of parts, which readServiceReport adds up. Of a part:
--
--   product, service   the service: a network, a cable product type or a disco
--   outcome            open | sold | reversed | the failure code that clients see, as failureCodeOf says it
--   reason             why they were open for more than 24 hours, as reviews show it; numbers of five or more digits
--                      are left out. Of one that has ended: the last answer without an outcome
--   purchases          how many
--   refund…            from the accept to the refund: the step of the histogram (LATENCY_BASE, 1.1), how many took
--                      more than 30 s, and the longest in milliseconds
--   known…             the same from the known failure to the refund
--
-- A failure is known from the first record of it, which is one of:
--   the refund itself                    for all that is recorded together with its refund
--   the provider's contradiction         of a success that was reversed later
--   an operator's request for approval   of the refund, unless it was declined or cancelled
-- A rejection that must be confirmed, and an unknown outcome, are no known failures. Nor is that of a closed attempt.
CREATE OR REPLACE FUNCTION service_of_day(p_day date) RETURNS jsonb
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET enable_sort = off SET jit = off AS $$
DECLARE
  v_from CONSTANT timestamptz := p_day::timestamp AT TIME ZONE 'Africa/Lagos';
  v_to CONSTANT timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'Africa/Lagos';
BEGIN
  RETURN (
    WITH asked AS MATERIALIZED (
      SELECT (a.payload ->> 'purchase_id')::uuid AS id, min(a.requested_at) AS at FROM approval a
       WHERE a.kind = 'refund' AND a.state IN ('requested', 'approved') AND a.requested_at >= v_from GROUP BY 1)
    SELECT coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(part))), '[]')
      FROM (
        SELECT timed.product, timed.service, timed.outcome, count(*) AS purchases,
               left(regexp_replace(timed.reason, '\d([ -]?\d){4,}', '…', 'g'), 100) AS reason,
               floor(ln(timed.refund_ms + 1) / ln(1.1::float8))::integer AS "refundStep",
               floor(ln(timed.known_ms + 1) / ln(1.1::float8))::integer AS "knownStep",
               nullif(count(*) FILTER (WHERE timed.refund_ms > 30000), 0) AS "refundOver",
               nullif(count(*) FILTER (WHERE timed.known_ms > 30000), 0) AS "knownOver",
               round(max(timed.refund_ms)) AS "refundMaxMs", round(max(timed.known_ms)) AS "knownMaxMs"
          FROM (
            SELECT q.product_type AS product,
                   CASE q.product_type WHEN 'DATA' THEN split_part(q.provider_order ->> 'serviceId', '-', 1)
                                       ELSE q.provider_order ->> 'serviceId' END AS service,
                   CASE WHEN q.final_at IS NULL THEN 'open'
                        WHEN q.status = 'success' THEN 'sold'
                        WHEN q.sold_at IS NOT NULL THEN 'reversed'
                        WHEN q.cause_code IN ('provider_rejected', 'provider_reversed', 'provider_refused')
                          THEN 'provider_rejected'
                        WHEN q.cause_code IN ('provider_unreachable', 'provider_never_had_it')
                          THEN 'provider_unreachable'
                        WHEN q.cause_code IN ('provider_unavailable', 'start_deadline') THEN 'not_sent'
                        WHEN q.cause_code = 'operator' OR q.status = 'refunded' THEN 'refunded_by_operator'
                        ELSE 'provider_rejected' END AS outcome,
                   CASE WHEN coalesce(q.sold_at, q.final_at, clock_timestamp()) <= q.created_at + interval '24 hours'
                        THEN NULL
                        WHEN q.final_at IS NOT NULL THEN coalesce(q.provider_evidence ->> 'answer', 'no answer')
                        ELSE coalesce('contradicted: ' || (q.contradicted_by ->> 'cause'),
                                      q.provider_evidence ->> 'mismatch', q.provider_evidence ->> 'answer', q.cause)
                        END AS reason,
                   CASE WHEN q.is_refund THEN extract(epoch FROM q.final_at - q.created_at)::float8 * 1000 END
                     AS refund_ms,
                   CASE WHEN q.is_refund
                        THEN extract(epoch FROM q.final_at - least(
                               q.final_at, CASE WHEN q.said_at IS NOT NULL THEN greatest(q.said_at, q.sold_at) END
                             ))::float8 * 1000 END AS known_ms
              FROM (
                SELECT p.*, p.status IN ('failed', 'refunded') AS is_refund,
                       CASE WHEN p.status = 'refunded'
                            THEN (SELECT h.at FROM purchase_history h
                                   WHERE h.purchase_id = p.id AND h.to_status = 'success') END AS sold_at,
                       CASE WHEN p.cause_code = 'operator'
                            THEN least(CASE WHEN p.contradicted_by ->> 'goal' = 'failed'
                                            THEN coalesce(p.contradicted_by ->> 'since', p.contradicted_by ->> 'at')
                                       END::timestamptz,
                                       (SELECT asked.at FROM asked WHERE asked.id = p.id)) END AS said_at
                  FROM purchase p
                 WHERE p.created_at >= v_from AND p.created_at < v_to AND p.provider <> 'simulator'
                   -- ids begin with the time of an API process, whose clock may be 5 minutes off
                   AND p.id >= first_id_of(v_from - interval '5 minutes')
                   AND p.id < first_id_of(v_to + interval '5 minutes')) q) timed
         GROUP BY 1, 2, 3, 5, 6, 7) part);
END $$;

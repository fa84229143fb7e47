import { type Db, sql } from '../shared/db';
import type { TimeSpan } from '../time/zoned-time';

/** The requests of a span of time: all, those answered 4xx, and those answered 5xx. */
export type RequestSum = { requests: number; refused: number; failed: number };

/**
 * Counts the requests of an account in each of these spans, in their order. It reads the primary key alone, and of
 * errors the index request_log_failed and their rows.
 */
export function sumRequests(db: Db, accountId: string, spans: TimeSpan[]): Promise<RequestSum[]> {
  const since = spans.map((span) => span.since);
  const until = spans.map((span) => span.until);
  return db.$queryRaw<RequestSum[]>(sql`
    SELECT answered.requests, error.refused, error.failed
      FROM unnest(${since}::timestamptz[], ${until}::timestamptz[]) WITH ORDINALITY AS span (since, until, n)
     CROSS JOIN LATERAL (
           SELECT count(*)::integer AS requests FROM request_log
            WHERE account_id = ${accountId}::uuid AND at >= span.since AND at < span.until) answered
     CROSS JOIN LATERAL (
           SELECT (count(*) FILTER (WHERE status < 500))::integer AS refused,
                  (count(*) FILTER (WHERE status >= 500))::integer AS failed
             FROM request_log
            WHERE account_id = ${accountId}::uuid AND at >= span.since AND at < span.until AND status >= 400) error
     ORDER BY span.n`);
}

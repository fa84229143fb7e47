import { type Db, sql } from '../../shared/db';
import { eventNames } from '../test-event';

/** How many deliveries in a row must fail, and how many of an hour there must be before half of them count. */
const FAILURES = 10;
/** Of an account, the newest deliveries that are looked at. */
const SAMPLE = 100;

/** `name`: of the account. `since`: when the first of the deliveries that count failed. */
export type FailingEndpoint = { accountId: string; name: string; since: Date };

/**
 * At most `limit` active live accounts whose webhook URL fails, the longest failing first: their newest ten deliveries
 * were not delivered, or at least half of those of the last hour, of ten or more.
 *
 * By the index webhook_event_of_account it looks at the newest delivery of each kind of event and state: 12 entries for
 * an account. It reads up to 100 of each, 1,200, only where the newest has failed, or one in the last hour.
 */
export function listFailingEndpoints(db: Db, limit: number): Promise<FailingEndpoint[]> {
  return db.$queryRaw<FailingEndpoint[]>(sql`
    WITH doubtful AS MATERIALIZED (
      SELECT a.id, a.name
        FROM account a
       CROSS JOIN LATERAL (
             SELECT max(n.seq) FILTER (WHERE n.failed) = max(n.seq) AS now,
                    max(n.finished_at) FILTER (WHERE n.failed) > ${LAST_HOUR} AS lately
               FROM (${newestOf(1)}) n) fails
       WHERE a.status = 'active' AND a.mode = 'live' AND a.webhook_url IS NOT NULL AND (fails.now OR fails.lately))
    SELECT a.id AS "accountId", a.name, least(in_row.since, hour.since) AS since
      FROM doubtful a
     CROSS JOIN LATERAL (
           SELECT CASE WHEN count(*) FILTER (WHERE failed) = ${FAILURES}::integer THEN min(finished_at) END AS since
             FROM (SELECT * FROM (${newestOf(FAILURES)}) n ORDER BY seq DESC LIMIT ${FAILURES}::integer) r) in_row
     CROSS JOIN LATERAL (
           SELECT CASE WHEN count(*) >= ${FAILURES}::integer AND count(*) FILTER (WHERE failed) * 2 >= count(*)
                       THEN min(finished_at) FILTER (WHERE failed) END AS since
             FROM (SELECT * FROM (${newestOf(SAMPLE)}) n ORDER BY seq DESC LIMIT ${SAMPLE}::integer) h
            WHERE h.finished_at > ${LAST_HOUR}) hour
     WHERE in_row.since IS NOT NULL OR hour.since IS NOT NULL
     ORDER BY since, a.id LIMIT ${limit}::integer`);
}

const LAST_HOUR = sql`clock_timestamp() - interval '1 hour'`;

/**
 * The newest `limit` deliveries of the account `a` that have ended, of each kind of event and state. BETWEEN keeps the
 * account in the order, as in `listDeliveries`.
 */
const newestOf = (limit: number) => sql`
  SELECT one.seq, one.finished_at, state.name = 'undelivered' AS failed
    FROM unnest(${[...eventNames]}::text[]) AS event (name)
   CROSS JOIN unnest('{delivered,undelivered}'::text[]) AS state (name)
   CROSS JOIN LATERAL (
         SELECT n.seq, n.finished_at FROM webhook_event n
          WHERE n.account_id BETWEEN a.id AND a.id AND n.event = event.name AND n.state = state.name
          ORDER BY n.account_id DESC, n.event DESC, n.state DESC, n.seq DESC LIMIT ${limit}::integer) one`;

import { type Db, type DbOrTransaction, type Sql, sql } from '../../shared/db';
import { hadNoUrl } from '../event.store';
import { eventNames } from '../test-event';

/** How many deliveries in a row must fail, and how many of an hour there must be before half of them count. */
const FAILURES = 10;
/** Of an account, the newest deliveries that are looked at. */
const SAMPLE = 100;

/** `name`: of the account. `since`: when the first of the deliveries that count failed. */
type FailingEndpoint = { accountId: string; name: string; since: Date };

/** The accounts `a` that we tell operators about, and whose owners we mail. */
export const isWatched = sql`a.status = 'active' AND a.mode = 'live'`;

/** At most `limit` active live accounts whose webhook URL fails (`failingAmong`), the longest failing first. */
export function listFailingEndpoints(db: Db, limit: number): Promise<FailingEndpoint[]> {
  return db.$queryRaw<FailingEndpoint[]>(sql`
    SELECT * FROM (${failingAmong(isWatched)}) f ORDER BY since, "accountId" LIMIT ${limit}::integer`);
}

export async function failingSince(db: DbOrTransaction, accountId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<FailingEndpoint[]>(failingAmong(sql`a.id = ${accountId}::uuid`));
  return row?.since ?? null;
}

/**
 * Of those accounts `a` that have a webhook URL: whose newest ten deliveries failed, or at least half of the last
 * hour's, of ten or more. In the hour a failed delivery does not count once a resend has delivered its event.
 * It looks at the newest delivery of each kind of event and state: 12 index entries an account. It reads up to 100 of
 * each only where the newest has failed, or one in the last hour.
 */
export const failingAmong = (which: Sql): Sql => sql`
  WITH doubtful AS MATERIALIZED (
    SELECT a.id, a.name
      FROM account a
     CROSS JOIN LATERAL (
           SELECT max(n.seq) FILTER (WHERE n.failed) = max(n.seq) AS now,
                  max(n.finished_at) FILTER (WHERE n.failed) > ${LAST_HOUR} AS lately
             FROM (${newestOf(1)}) n) fails
     WHERE ${which} AND a.webhook_url IS NOT NULL AND (fails.now OR fails.lately))
  SELECT a.id AS "accountId", a.name, least(in_row.since, hour.since) AS since
    FROM doubtful a
   CROSS JOIN LATERAL (
         SELECT CASE WHEN count(*) FILTER (WHERE failed) = ${FAILURES}::integer THEN (${firstOfRow}) END AS since
           FROM (SELECT * FROM (${newestOf(FAILURES)}) n ORDER BY seq DESC LIMIT ${FAILURES}::integer) r) in_row
   CROSS JOIN LATERAL (
         SELECT CASE WHEN count(*) >= ${FAILURES}::integer AND count(*) FILTER (WHERE h.lost) * 2 >= count(*)
                     THEN min(finished_at) FILTER (WHERE h.lost) END AS since
           FROM (SELECT n.finished_at, n.failed AND NOT ${hasArrived(sql`n`)} AS lost
                   FROM (${newestOf(SAMPLE)}) n ORDER BY n.seq DESC LIMIT ${SAMPLE}::integer) h
          WHERE h.finished_at > ${LAST_HOUR}) hour
   WHERE in_row.since IS NOT NULL OR hour.since IS NOT NULL`;

/**
 * Of the account `a`, by kind of event and state, without those among them that had no URL. BETWEEN keeps the account
 * in the order, as in `listDeliveries`.
 */
export const newestOf = (limit: number): Sql => sql`
  SELECT one.*, state.name = 'undelivered' AS failed
    FROM unnest(${[...eventNames]}::text[]) AS event (name)
   CROSS JOIN unnest('{delivered,undelivered}'::text[]) AS state (name)
   CROSS JOIN LATERAL (
         SELECT n.id, n.event, n.seq, n.finished_at, n.purchase_id, n.resent_from, n.error FROM webhook_event n
          WHERE n.account_id BETWEEN a.id AND a.id AND n.event = event.name AND n.state = state.name
          ORDER BY n.account_id DESC, n.event DESC, n.state DESC, n.seq DESC LIMIT ${limit}::integer) one
   WHERE NOT ${hadNoUrl(sql`one`)}`;

/**
 * When the first delivery of the account `a` failed after which none was delivered; null when the newest was. It passes
 * over events that had no URL only where a later one of their kind has failed.
 */
export const firstOfRow = sql`
  SELECT min(first.finished_at)
    FROM (SELECT n.event, n.failed, coalesce(max(n.seq) FILTER (WHERE NOT n.failed) OVER (), 0) AS delivered
            FROM (${newestOf(1)}) n) newest
   CROSS JOIN LATERAL (
         SELECT n.finished_at FROM webhook_event n
          WHERE n.account_id BETWEEN a.id AND a.id AND n.event = newest.event AND n.state = 'undelivered'
            AND n.seq > newest.delivered AND NOT ${hadNoUrl(sql`n`)}
          ORDER BY n.account_id, n.event, n.state, n.seq LIMIT 1) first
   WHERE newest.failed`;

/** A delivery of the same event has arrived. As EXISTS it could become a join with all that was ever delivered. */
export const hasArrived = (e: Sql): Sql => sql`
  ((SELECT true FROM webhook_event d
     WHERE d.purchase_id = ${e}.purchase_id AND d.state = 'delivered'
       AND coalesce(d.resent_from, d.id) = coalesce(${e}.resent_from, ${e}.id) LIMIT 1) IS NOT NULL)`;

const LAST_HOUR = sql`clock_timestamp() - interval '1 hour'`;

/** How many deliveries of the last 24 hours a success rate is made of at most, the newest. */
export const RATE_SAMPLE = 1_000;

type EndpointState = {
  failingSince: Date | null;
  /** When the first delivery failed after which none was delivered; null when the newest was delivered. */
  rowSince: Date | null;
  lastDeliveredAt: Date | null;
  /** Deliveries that ended in the last 24 hours, of the newest RATE_SAMPLE. */
  day: { delivered: number; failed: number };
};

/**
 * It reads at most RATE_SAMPLE entries of each of the 12 kinds of event and state.
 * @throws Error when there is no such account
 */
export async function readEndpointState(db: Db, accountId: string): Promise<EndpointState> {
  const [since, [row]] = await Promise.all([
    failingSince(db, accountId),
    db.$queryRaw<(Omit<EndpointState, 'failingSince' | 'day'> & EndpointState['day'])[]>(sql`
      SELECT (${firstOfRow}) AS "rowSince",
             (SELECT max(n.finished_at) FROM (${newestOf(1)}) n WHERE NOT n.failed) AS "lastDeliveredAt",
             (count(*) FILTER (WHERE NOT d.failed))::integer AS delivered,
             (count(*) FILTER (WHERE d.failed))::integer AS failed
        FROM account a
        LEFT JOIN LATERAL (
             SELECT * FROM (${newestOf(RATE_SAMPLE)}) n ORDER BY n.seq DESC LIMIT ${RATE_SAMPLE}::integer) d
          ON d.finished_at > clock_timestamp() - interval '24 hours'
       WHERE a.id = ${accountId}::uuid GROUP BY a.id`),
  ]);
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  const { rowSince, lastDeliveredAt, delivered, failed } = row;
  return { failingSince: since, rowSince, lastDeliveredAt, day: { delivered, failed } };
}

import { type Db, sql } from '../../shared/db';
import { failingSince, firstOfRow, newestOf } from './failing-endpoints.store';

/** How many deliveries of the last 24 hours a success rate is made of at most, the newest. */
export const RATE_SAMPLE = 1_000;

/** How the webhook URL of an account does. */
type EndpointState = {
  /** Since when it fails, as operators and owners are told; null: it does not. */
  failingSince: Date | null;
  /** When the first delivery failed after which none was delivered; null when the newest was delivered. */
  rowSince: Date | null;
  lastDeliveredAt: Date | null;
  /** Deliveries that ended in the last 24 hours, of the newest RATE_SAMPLE. */
  day: { delivered: number; failed: number };
};

/**
 * It reads at most RATE_SAMPLE entries of each kind of event and state, of which there are 12, however many deliveries
 * the account has.
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

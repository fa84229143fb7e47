import { FACE_KOBO } from '../../purchase/purchase.store';
import { idRange } from '../../reporting/service-totals.store';
import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { sentRange } from '../judge/amounts.store';

/** An order that ended longer ago than this was not under way. */
const ENDED_WITHIN_MS = 3_600_000;

/**
 * Keeps a balance that was asked for at `askedAt` and has just arrived. It also keeps the price of the orders that were
 * under way meanwhile, because the provider may have charged some.
 */
export async function insertSnapshot(
  db: Db,
  { provider, askedAt, balanceKobo }: { provider: string; askedAt: Date; balanceKobo: bigint },
): Promise<void> {
  const about = {
    since: new Date(askedAt.getTime() - ENDED_WITHIN_MS),
    until: new Date(askedAt.getTime() + ENDED_WITHIN_MS),
  };
  await db.$executeRaw(sql`
    INSERT INTO balance_snapshot (provider, at, balance_kobo, in_flight_kobo)
    SELECT ${provider}, clock_timestamp(), ${balanceKobo},
           coalesce((SELECT sum(greatest(face_kobo, coalesce(cost_kobo, 0)))
              FROM (SELECT ${FACE_KOBO} AS face_kobo, cost_kobo FROM purchase
                     WHERE provider = ${provider} AND sends = 1 AND final_at IS NULL
                     UNION ALL
                    SELECT ${FACE_KOBO}, cost_kobo FROM purchase
                     WHERE ${idRange(about)} AND provider = ${provider} AND sends = 1 AND final_at >= ${askedAt}
                     UNION ALL
                    SELECT ${FACE_KOBO}, NULL FROM closed_attempt c JOIN purchase p ON p.id = c.purchase_id
                     WHERE ${idRange(about, sql`c.purchase_id`)} AND c.provider = ${provider} AND c.sends = 1
                       AND c.closed_at >= ${askedAt}) under_way), 0)::bigint`);
}

/**
 * From one snapshot (`since`) to the next (`at`). `stepKobo`: came without a sale, or went, below zero; the orders that
 * were under way explain `inFlightKobo` of it.
 */
export type SnapshotStep = {
  id: bigint;
  day: string;
  since: Date;
  at: Date;
  fromKobo: bigint;
  toKobo: bigint;
  stepKobo: bigint;
  inFlightKobo: bigint;
};

/** Lists the steps of the balance up to each snapshot of a span, the first one since the last snapshot before it. */
export async function listSnapshotSteps(
  db: DbOrTransaction,
  { provider, since, until }: { provider: string; since: Date; until: Date },
): Promise<SnapshotStep[]> {
  const [last] = await db.$queryRaw<{ at: Date | null }[]>(sql`
    SELECT max(at) AS at FROM balance_snapshot WHERE provider = ${provider} AND at < ${since}`);
  const from = last?.at ?? since;
  return db.$queryRaw<SnapshotStep[]>(sql`
    WITH snapshots AS (
      SELECT id, at, balance_kobo, in_flight_kobo, lag(at) OVER by_time AS at_before,
             lag(balance_kobo) OVER by_time AS before, lag(in_flight_kobo) OVER by_time AS in_flight_before
        FROM balance_snapshot WHERE provider = ${provider} AND at >= ${from} AND at < ${until}
      WINDOW by_time AS (ORDER BY at, id))
    SELECT id, (at AT TIME ZONE 'Africa/Lagos')::date::text AS day, at_before AS since, at, before AS "fromKobo",
           balance_kobo AS "toKobo", in_flight_kobo + in_flight_before AS "inFlightKobo",
           (balance_kobo - before + coalesce(
             (SELECT sum(a.cost_kobo) FROM attempt a
               WHERE ${sentRange({ since: from, until })}
                 AND a.provider = ${provider} AND a.sends = 1 AND a.outcome = 'delivered'
                 AND a.sent_at > s.at_before AND a.sent_at <= s.at), 0))::bigint AS "stepKobo"
      FROM snapshots s WHERE before IS NOT NULL AND at >= ${since} ORDER BY at, id`);
}

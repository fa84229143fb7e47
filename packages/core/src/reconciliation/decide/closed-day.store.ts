import { type Db, type DbOrTransaction, onlyRow, sql } from '../../shared/db';
import { boundsOfDay } from '../../time/lagos-time';
import { chargedOf, knownCost, ofClosedDay, refundedLate, sentRange, signedAmount } from '../judge/amounts.store';
import type { ClosedDay, DayReport, DaySums } from '../records';
import { dayWithin, type Span } from './finding.store';

/** A snapshot so near to the start of a day stands for it, where no day before it is closed. */
export const NEAR_MS = 2 * 3_600_000;

/** The last closed day of a provider; null when none is. */
export async function lastClosedDay(db: DbOrTransaction, provider: string): Promise<ClosedDay | null> {
  const [row] = await db.$queryRaw<ClosedDay[]>(sql`
    ${CLOSED_DAYS} WHERE provider = ${provider} ORDER BY c.day DESC LIMIT 1`);
  return row ?? null;
}

/** The first closed day of a provider; null when none is. */
export async function firstClosedDay(db: DbOrTransaction, provider: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ day: string }[]>(sql`
    SELECT day::text AS day FROM closed_day c WHERE provider = ${provider} ORDER BY c.day LIMIT 1`);
  return row?.day ?? null;
}

/** At most `limit` closed days, the latest first, after the day `after` in this list. */
export function listClosedDays(db: Db, { provider, after, limit, ...span }: ClosedDayFilter): Promise<ClosedDay[]> {
  const place =
    after === undefined
      ? sql`true`
      : sql`(c.day < ${after.day}::date OR c.day = ${after.day}::date AND provider > ${after.provider}::text)`;
  return db.$queryRaw<ClosedDay[]>(sql`
    ${CLOSED_DAYS}
     WHERE (${provider ?? null}::text IS NULL OR provider = ${provider ?? null})
       AND ${dayWithin(sql`c.day`, span)} AND ${place}
     ORDER BY c.day DESC, provider LIMIT ${limit}`);
}

/** Undefined means no filter. */
type ClosedDayFilter = Span & {
  provider?: string | undefined;
  after?: Pick<DaySums, 'day' | 'provider'> | undefined;
  limit: number;
};

/** A closed day, as it was signed; null when it is not closed. */
export async function findClosedDay(db: DbOrTransaction, provider: string, day: string): Promise<ClosedDay | null> {
  const [row] = await db.$queryRaw<ClosedDay[]>(sql`
    ${CLOSED_DAYS} WHERE provider = ${provider} AND c.day = ${day}::date`);
  return row ?? null;
}

const CLOSED_DAYS = sql`
  SELECT provider, c.day::text AS day, basis, rows, attempts, opening_kobo AS "openingKobo",
         debits_kobo AS "debitsKobo", credits_kobo AS "creditsKobo", unlisted_kobo AS "unlistedKobo",
         closing_kobo AS "closingKobo", cost_kobo AS "costKobo", earlier_kobo AS "earlierKobo",
         float_opening_kobo AS "floatOpeningKobo", entries_kobo AS "entriesKobo",
         float_closing_kobo AS "floatClosingKobo", carried_kobo AS "carriedKobo", opens_at AS "opensAt", closes_at AS "closesAt",
         closed_by AS "closedBy", closed_at AS "closedAt"
    FROM closed_day c`;

/** Writes a signed day. False when it was signed before. */
export async function insertClosedDay(tx: DbOrTransaction, sums: DaySums, by: string): Promise<boolean> {
  const written = await tx.$executeRaw(sql`
    INSERT INTO closed_day (provider, day, basis, rows, attempts, opening_kobo, debits_kobo, credits_kobo, unlisted_kobo,
                            closing_kobo, cost_kobo, earlier_kobo, float_opening_kobo, entries_kobo,
                            float_closing_kobo, carried_kobo, opens_at, closes_at, closed_by)
    VALUES (${sums.provider}, ${sums.day}::date, ${sums.basis}, ${sums.rows}, ${sums.attempts}, ${sums.openingKobo},
            ${sums.debitsKobo}, ${sums.creditsKobo}, ${sums.unlistedKobo}, ${sums.closingKobo}, ${sums.costKobo},
            ${sums.earlierKobo}, ${sums.floatOpeningKobo}, ${sums.entriesKobo}, ${sums.floatClosingKobo},
            ${sums.carriedKobo}, ${sums.opensAt}, ${sums.closesAt}, ${by})
    ON CONFLICT DO NOTHING`);
  return written === 1;
}

type RowSums = Pick<DaySums, 'rows' | 'debitsKobo' | 'creditsKobo'> & { withoutBalance: number };

export async function sumRows(tx: DbOrTransaction, provider: string, day: string): Promise<RowSums> {
  const rows = await tx.$queryRaw<RowSums[]>(sql`
    SELECT count(*)::integer AS rows,
           count(*) FILTER (WHERE balance_before_kobo IS NULL OR balance_after_kobo IS NULL)::integer AS "withoutBalance",
           coalesce(sum(amount_kobo) FILTER (WHERE direction = 'debit'), 0)::bigint AS "debitsKobo",
           coalesce(sum(amount_kobo) FILTER (WHERE direction = 'credit'), 0)::bigint AS "creditsKobo"
      FROM statement_row WHERE provider = ${provider} AND day = ${day}::date`);
  return onlyRow(rows);
}

type OfSpan = { provider: string; since: Date; until: Date };
type CostSums = Pick<DayReport, 'attempts' | 'openOrders' | 'unknownCosts' | 'costKobo'>;

/** Of the attempts of a span. A cost that is not known is what the statement charged, if it has a row, or else zero. */
export async function sumCost(tx: DbOrTransaction, { provider, since, until }: OfSpan): Promise<CostSums> {
  const rows = await tx.$queryRaw<CostSums[]>(sql`
    WITH sent AS (
      SELECT a.purchase_id, a.number, a.outcome, a.cost_kobo FROM attempt a
       WHERE ${sentRange({ since, until })}
         AND a.provider = ${provider} AND a.sends = 1 AND a.sent_at >= ${since} AND a.sent_at < ${until}),
    costs AS (
      SELECT s.outcome, CASE WHEN s.outcome = 'delivered' THEN ${knownCost(sql`s.cost_kobo`, sql`r`)} ELSE 0 END AS cost
        FROM sent s
        LEFT JOIN LATERAL (${chargedOf(sql`s.purchase_id`, sql`s.number`)}
                              AND s.outcome = 'delivered' AND s.cost_kobo IS NULL) r ON true)
    SELECT count(*)::integer AS attempts,
           count(*) FILTER (WHERE outcome IN ('open', 'unsent'))::integer AS "openOrders",
           count(*) FILTER (WHERE outcome = 'delivered' AND cost IS NULL)::integer AS "unknownCosts",
           coalesce(sum(cost), 0)::bigint AS "costKobo"
      FROM costs`);
  return onlyRow(rows);
}

const SIGNED = signedAmount();
const SENT_DAY = sql`(m.sent_at AT TIME ZONE 'Africa/Lagos')::date`;

/**
 * By how much their balance is above our float at the end of a day: charges to come of orders up to this day, less
 * those of orders of later days. They charge within a week, and give back within a month.
 */
export async function sumCarried(tx: DbOrTransaction, provider: string, day: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ carriedKobo: bigint }[]>(sql`
    SELECT coalesce(sum(CASE WHEN r.day > ${day}::date THEN ${SIGNED} ELSE -(${SIGNED}) END), 0)::bigint
             AS "carriedKobo"
      FROM statement_row r JOIN statement_match m ON m.row_id = r.id
     WHERE r.provider = ${provider}
       AND (r.day > ${day}::date AND r.day < ${day}::date + 31 AND ${SENT_DAY} <= ${day}::date
            OR r.day <= ${day}::date AND r.day > ${day}::date - 7 AND ${SENT_DAY} > ${day}::date)`);
  return row?.carriedKobo ?? 0n;
}

/**
 * By how much the cost of orders of closed days has changed since the last day was closed: less than zero for a success
 * that was refunded since, and for a commission of an order whose cost was not known.
 */
export async function sumEarlier(tx: DbOrTransaction, { provider, day, closedAt }: ClosedDay): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ earlierKobo: bigint }[]>(sql`
    WITH refunded AS (${refundedLate(provider, closedAt)}),
    charged AS (
      SELECT DISTINCT m.purchase_id FROM statement_row r JOIN statement_match m ON m.row_id = r.id
       WHERE r.provider = ${provider} AND r.day > ${day}::date AND m.matched_at > ${closedAt}),
    changed AS (
      SELECT p.id, p.attempt, p.cost_kobo, p.status FROM refunded JOIN purchase p ON p.id = refunded.purchase_id
       UNION
      SELECT p.id, p.attempt, p.cost_kobo, p.status FROM charged JOIN purchase p ON p.id = charged.purchase_id
       WHERE p.provider = ${provider} AND p.status = 'success' AND p.cost_kobo IS NULL
         AND ${ofClosedDay(sql`p.provider`, sql`p.sent_at`)}),
    costs AS (
      SELECT ${knownCost(sql`c.cost_kobo`, sql`was`)} AS was,
             CASE c.status WHEN 'success' THEN ${knownCost(sql`c.cost_kobo`, sql`now`)} ELSE 0 END AS now
        FROM changed c
        LEFT JOIN LATERAL (${chargedOf(sql`c.id`, sql`c.attempt`)} AND m.matched_at <= ${closedAt}) was ON true
        LEFT JOIN LATERAL (${chargedOf(sql`c.id`, sql`c.attempt`)}) now ON true)
    SELECT coalesce(sum(coalesce(now, 0) - coalesce(was, 0)), 0)::bigint AS "earlierKobo" FROM costs`);
  return row?.earlierKobo ?? 0n;
}

/** Decisions of persons on a day. `stepsKobo`: the steps that they have resolved. */
type DecidedSums = Pick<DayReport, 'openFindings' | 'drifts' | 'entriesKobo'> & { stepsKobo: bigint };

export async function sumDecided(tx: DbOrTransaction, provider: string, day: string): Promise<DecidedSums> {
  const rows = await tx.$queryRaw<DecidedSums[]>(sql`
    SELECT count(*) FILTER (WHERE ${IS_OPEN})::integer AS "openFindings",
           jsonb_build_object('open', count(*) FILTER (WHERE ${IS_OPEN} AND ${IS_DRIFT(day)}),
                              'resolved', count(*) FILTER (WHERE resolved_at IS NOT NULL AND ${IS_DRIFT(day)})) AS drifts,
           coalesce(sum((facts ->> 'step')::bigint)
                      FILTER (WHERE resolved_at IS NOT NULL AND resolution <> 'matched' AND day = ${day}::date), 0)::bigint
             AS "stepsKobo",
           (SELECT coalesce(sum(amount_kobo), 0)::bigint FROM float_entry
             WHERE provider = ${provider} AND day = ${day}::date) AS "entriesKobo"
      FROM reconciliation_finding WHERE provider = ${provider} AND day <= ${day}::date`);
  return onlyRow(rows);
}

/** The first day up to `day` that has an open finding; null when none has. */
export async function firstDayWithFinding(db: DbOrTransaction, provider: string, day: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ day: string | null }[]>(sql`
    SELECT min(day)::text AS day FROM reconciliation_finding
     WHERE provider = ${provider} AND day <= ${day}::date AND ${IS_OPEN}`);
  return row?.day ?? null;
}

const IS_OPEN = sql`resolved_at IS NULL AND cleared_at IS NULL`;
const IS_DRIFT = (day: string) => sql`kind = 'day_drifts' AND day = ${day}::date`;

type Snapshot = { at: Date; balanceKobo: bigint; inFlightKobo: bigint };

/** The last snapshot that was taken from `since` on and up to `until`; null when there is none. */
export async function lastSnapshot(tx: DbOrTransaction, { provider, since, until }: OfSpan): Promise<Snapshot | null> {
  const [row] = await tx.$queryRaw<Snapshot[]>(sql`
    SELECT at, balance_kobo AS "balanceKobo", in_flight_kobo AS "inFlightKobo" FROM balance_snapshot
     WHERE provider = ${provider} AND at >= ${since} AND at <= ${until} ORDER BY at DESC, id DESC LIMIT 1`);
  return row ?? null;
}

/** The first day after another one with a snapshot so near to its start that it stands for it; null when none has. */
export async function firstDayWithBalance(
  db: DbOrTransaction,
  { provider, after }: { provider: string; after: string },
): Promise<string | null> {
  const since = new Date(boundsOfDay(after).end.getTime() - NEAR_MS);
  const [row] = await db.$queryRaw<{ day: string | null }[]>(sql`
    SELECT min(near.day)::text AS day
      FROM balance_snapshot b
     CROSS JOIN LATERAL (
             SELECT ((b.at + ${NEAR_MS / 1_000}::integer * interval '1 s') AT TIME ZONE 'Africa/Lagos')::date AS day) near
     WHERE b.provider = ${provider} AND b.at >= ${since} AND near.day > ${after}::date
       AND b.at <= near.day::timestamp AT TIME ZONE 'Africa/Lagos'`);
  return row?.day ?? null;
}

/**
 * Whether the transfers of a day were compared with the collector's list, and the open findings about transfers up to
 * that day. Where nobody had an account at a collector by then, nothing is left to compare.
 */
export async function readCollectedDay(
  db: DbOrTransaction,
  day: string,
): Promise<{ isCompared: boolean; findings: number; firstDay: string | null }> {
  const rows = await db.$queryRaw<{ isCompared: boolean; findings: number; firstDay: string | null }[]>(sql`
    SELECT NOT EXISTS (SELECT FROM funding_account f WHERE f.asked_at < ${boundsOfDay(day).end})
             OR EXISTS (SELECT FROM collection_day d WHERE d.day = ${day}::date) AS "isCompared",
           count(*)::integer AS findings, min(f.day)::text AS "firstDay"
      FROM reconciliation_finding f
     WHERE f.provider = 'collections' AND f.day <= ${day}::date AND f.cleared_at IS NULL AND f.resolved_at IS NULL`);
  return onlyRow(rows);
}

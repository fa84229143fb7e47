import { type DbOrTransaction, jsonRows, type Sql, sql } from '../../shared/db';
import { knownCost, refundedLate, sentRange, signedAmount } from './amounts.store';

/** An attempt that differs from our books. `differenceKobo`: by how much more they charged. */
export type DifferingAttempt = {
  purchaseId: string;
  number: number;
  day: string;
  sentAt: Date;
  outcome: string;
  bookedKobo: bigint;
  differenceKobo: bigint;
};

/** An attempt whose rows do not add up. `debits`: those that took money; 0 with `netKobo` 0 when there is no row. */
export type AttemptCase = DifferingAttempt & { debits: number; rows: number; netKobo: bigint };

/** A day in Lagos, such as 2026-11-22. */
export type JudgedDay = { provider: string; day: string };

export type JudgedSpan = JudgedDay & {
  /** From when on the statements are complete, and until when a row may be judged as missing. */
  since: Date;
  until: Date;
  /** When the day before was closed: orders of closed days that were refunded since then are judged again. */
  refundedSince: Date | null;
};

/** After every refund. */
const NEVER = new Date('9999-01-01T00:00:00Z');

const LAGOS_DAY = (at: Sql) => sql`(${at} AT TIME ZONE 'Africa/Lagos')::date`;

/** Of the rows `r` of statement_row of a day. */
const OF_DAY = ({ provider, day }: JudgedDay) => sql`r.provider = ${provider} AND r.day = ${day}::date`;
const ROW = sql`r.id, r.row_id AS "rowId", r.day::text AS day, r.at`;
const HAS_BALANCES = sql`r.balance_before_kobo IS NOT NULL AND r.balance_after_kobo IS NOT NULL`;

/**
 * The attempts that were sent in the span, have a row of its day or were refunded late, and differ. An attempt that is
 * open, or whose cost is not known, has no amount to differ from.
 */
export function listCases(db: DbOrTransaction, { provider, day, since, until, refundedSince: closedAt }: JudgedSpan) {
  const sent = sql`a.provider = ${provider} AND a.sends = 1 AND a.sent_at >= ${since} AND a.sent_at < ${until}
                   AND ${sentRange({ since, until })}`;
  return db.$queryRaw<AttemptCase[]>(sql`
    WITH theirs AS MATERIALIZED (
      SELECT m.purchase_id, m.number,
             count(*) FILTER (WHERE r.direction = 'debit')::integer AS debits, count(*)::integer AS rows,
             sum(${signedAmount()})::bigint AS net
        FROM statement_match m JOIN statement_row r ON r.id = m.row_id
       WHERE (m.purchase_id, m.number) IN (
               SELECT n.purchase_id, n.number FROM statement_match n JOIN statement_row s ON s.id = n.row_id
                WHERE s.provider = ${provider} AND s.day = ${day}::date
                UNION
               SELECT a.purchase_id, a.number FROM attempt a WHERE ${sent}
                UNION
               SELECT * FROM (${refundedLate(provider, closedAt ?? NEVER)}) refunded)
       GROUP BY 1, 2),
    ours AS MATERIALIZED (
      SELECT a.purchase_id, a.number, a.sent_at, a.outcome, a.cost_kobo FROM attempt a WHERE ${sent}
       UNION
      SELECT a.purchase_id, a.number, a.sent_at, a.outcome, a.cost_kobo
        FROM theirs t JOIN attempt a ON a.purchase_id = t.purchase_id AND a.number = t.number
       WHERE a.provider = ${provider}),
    compared AS (
      SELECT ours.*, coalesce(theirs.debits, 0) AS debits, coalesce(theirs.rows, 0) AS rows,
             coalesce(theirs.net, 0) AS net,
             CASE ours.outcome WHEN 'delivered' THEN coalesce(${knownCost(sql`ours.cost_kobo`, sql`theirs`)}, 0)
                               ELSE 0 END AS booked
        FROM ours LEFT JOIN theirs USING (purchase_id, number)
       WHERE ours.outcome NOT IN ('open', 'unsent'))
    SELECT purchase_id AS "purchaseId", number, ${LAGOS_DAY(sql`sent_at`)}::text AS day, sent_at AS "sentAt", outcome,
           debits, rows, net AS "netKobo", booked AS "bookedKobo", net - booked AS "differenceKobo"
      FROM compared
     WHERE (net <> booked OR outcome = 'delivered' AND debits = 0)
       AND (rows > 0 OR sent_at >= ${since}) AND sent_at < ${until}
     ORDER BY sent_at, purchase_id, number`);
}

/** `rowId`: its id at the provider. */
export type JudgedRow = { id: bigint; rowId: string; day: string; at: Date };

/** A row that is about none of our attempts. */
export type StrangeRow = JudgedRow & { direction: 'debit' | 'credit'; kind: string; amountKobo: bigint };

/** The rows of the day, before `until`, that have no attempt. */
export function listStrangeRows(db: DbOrTransaction, { until, ...of }: JudgedSpan): Promise<StrangeRow[]> {
  return db.$queryRaw<StrangeRow[]>(sql`
    SELECT ${ROW}, r.direction, r.kind, r.amount_kobo AS "amountKobo"
      FROM statement_row r
     WHERE ${OF_DAY(of)} AND r.at < ${until} AND NOT EXISTS (SELECT FROM statement_match m WHERE m.row_id = r.id)
     ORDER BY r.at, r.id`);
}

/** A debit whose time is not that of its attempt. `aheadMs`: by how much it is later. */
export type ShiftedRow = JudgedRow & { aheadMs: number };

/** The debits of the day that are further than `withinMs` from the send of their attempt. */
export function listShiftedRows(db: DbOrTransaction, of: JudgedDay, withinMs: number): Promise<ShiftedRow[]> {
  return db.$queryRaw<ShiftedRow[]>(sql`
    SELECT * FROM (
      SELECT ${ROW}, (extract(epoch FROM r.at - m.sent_at) * 1000)::float8 AS "aheadMs"
        FROM statement_row r JOIN statement_match m ON m.row_id = r.id
       WHERE ${OF_DAY(of)} AND r.direction = 'debit') shifted
     WHERE abs("aheadMs") > ${withinMs} ORDER BY at, id`);
}

/** A row whose balances do not differ by its amount. `stepKobo`: by how much less it left than it should have. */
export type BrokenRow = JudgedRow & { stepKobo: bigint; purchaseId: string | null; number: number | null };

export function listBrokenRows(db: DbOrTransaction, of: JudgedDay): Promise<BrokenRow[]> {
  return db.$queryRaw<BrokenRow[]>(sql`
    SELECT * FROM (
      SELECT ${ROW}, m.purchase_id AS "purchaseId", m.number,
             balance_after_kobo - balance_before_kobo + ${signedAmount()} AS "stepKobo"
        FROM statement_row r LEFT JOIN statement_match m ON m.row_id = r.id
       WHERE ${OF_DAY(of)} AND ${HAS_BALANCES}) broken
     WHERE "stepKobo" <> 0 ORDER BY at, id`);
}

export type RowWithoutBalance = Pick<StrangeRow, 'rowId' | 'at' | 'direction' | 'amountKobo'>;

/** The rows of the day that do not say what the balance was: where others do, they are steps between them. */
export function listRowsWithoutBalance(db: DbOrTransaction, of: JudgedDay): Promise<RowWithoutBalance[]> {
  return db.$queryRaw(sql`
    SELECT r.row_id AS "rowId", r.at, r.direction, r.amount_kobo AS "amountKobo" FROM statement_row r
     WHERE ${OF_DAY(of)} AND NOT (${HAS_BALANCES}) AND r.amount_kobo > 0
     ORDER BY r.at, r.id LIMIT 1000`);
}

/**
 * A balance from which a row begins (`before`) or at which one ends (`after`), and that no other row continues. `at`:
 * when its attempt was sent, or the time of the row when it has none.
 */
export type LooseEnd = { side: 'before' | 'after'; balanceKobo: bigint; at: Date; day: string };

/**
 * The loose ends of the chain of balances. A whole chain has one of each: its first balance and its last one.
 * `openingKobo`: the last balance of the day before; then only the last one is loose.
 */
export function listLooseEnds(db: DbOrTransaction, of: JudgedDay, openingKobo: bigint | null): Promise<LooseEnd[]> {
  return db.$queryRaw<LooseEnd[]>(sql`
    WITH chained AS (
      SELECT r.balance_before_kobo AS before, r.balance_after_kobo AS after, r.day, coalesce(m.sent_at, r.at) AS at
        FROM statement_row r LEFT JOIN statement_match m ON m.row_id = r.id
       WHERE ${OF_DAY(of)} AND ${HAS_BALANCES}),
    ends AS (
      SELECT before AS balance, 1 AS side, at, day FROM chained
       UNION ALL
      SELECT after, -1, at, day FROM chained
       UNION ALL
      SELECT ${openingKobo}::bigint, -1, '-infinity', NULL WHERE ${openingKobo}::bigint IS NOT NULL),
    loose AS (
      SELECT balance, sum(side)::integer AS n,
             CASE WHEN sum(side) > 0 THEN max(at) FILTER (WHERE side = 1) ELSE min(at) FILTER (WHERE side = -1) END AS at,
             CASE WHEN sum(side) > 0 THEN max(day) FILTER (WHERE side = 1) ELSE min(day) FILTER (WHERE side = -1) END AS day
        FROM ends GROUP BY balance HAVING sum(side) <> 0)
    SELECT CASE WHEN n > 0 THEN 'before' ELSE 'after' END AS side, balance AS "balanceKobo",
           CASE WHEN at = '-infinity' THEN ${of.day}::date::timestamptz ELSE at END AS at,
           coalesce(day, ${of.day}::date)::text AS day
      FROM loose CROSS JOIN generate_series(1, abs(n)) ORDER BY at, balance DESC`);
}

type SuggestedAttempt = { rowId: bigint; purchaseId: string; number: number };

/**
 * For each of these rows the nearest attempt of its provider without a row, sent within `withinMs` of it for exactly
 * its amount. The attempt failed or is open, so the statement lacks no row for it.
 */
export function suggestAttempts(db: DbOrTransaction, provider: string, rows: StrangeRow[], withinMs: number) {
  const times = rows.map(({ at }) => at.getTime());
  const span = { since: new Date(Math.min(...times) - withinMs), until: new Date(Math.max(...times) + withinMs) };
  return db.$queryRaw<SuggestedAttempt[]>(sql`
    WITH free AS MATERIALIZED (
      SELECT a.purchase_id, a.number, a.sent_at, p.amount_kobo
        FROM attempt a JOIN purchase p ON p.id = a.purchase_id
       WHERE ${sentRange(span)} AND a.provider = ${provider} AND a.sends = 1
         AND a.outcome <> 'delivered'
         AND NOT EXISTS (SELECT FROM statement_match m WHERE m.purchase_id = a.purchase_id AND m.number = a.number)),
    near AS (
      SELECT item.id, free.purchase_id, free.number,
             row_number() OVER (PARTITION BY item.id ORDER BY abs(extract(epoch FROM item.at - free.sent_at))) AS place,
             row_number() OVER (PARTITION BY free.purchase_id, free.number
                                ORDER BY abs(extract(epoch FROM item.at - free.sent_at))) AS place_of_row
        FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS item (id bigint, at timestamptz, "amountKobo" bigint)
        JOIN free ON free.amount_kobo = item."amountKobo"
                 AND abs(extract(epoch FROM item.at - free.sent_at)) * 1000 <= ${withinMs})
    SELECT id AS "rowId", purchase_id AS "purchaseId", number FROM near WHERE place = 1 AND place_of_row = 1`);
}

import { Prisma } from '../../generated/prisma/client';
import { chargedOf, knownCost } from '../../reconciliation/judge/amounts.store';
import { sql } from '../../shared/db';
import type { Check } from './books.store';

/** The smallest id (UUID version 7) of a moment: the orders of a day are found through the primary key. */
const idAt = (moment: string) =>
  sql`rpad(lpad(to_hex((extract(epoch FROM ${Prisma.raw(moment)}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

/** Checks of the days that persons have closed: a closed day, and what it was made of, never change. */
export const reconciliationChecks: readonly Check[] = [
  {
    id: 'R01',
    title: 'the sums of each closed day match its rows, and no row was added later',
    violations: () => sql`
      SELECT c.provider, c.day::text AS day, c.rows, rows.n::integer AS "foundRows", c.debits_kobo AS "debitsKobo",
             rows.debits AS "foundDebitsKobo", c.credits_kobo AS "creditsKobo", rows.credits AS "foundCreditsKobo"
        FROM closed_day c
       CROSS JOIN LATERAL (
             SELECT count(*) AS n, count(*) FILTER (WHERE recorded_at > c.closed_at) AS late, coalesce(sum(amount_kobo) FILTER (WHERE direction = 'debit'), 0) AS debits,
                    coalesce(sum(amount_kobo) FILTER (WHERE direction = 'credit'), 0) AS credits
               FROM statement_row WHERE provider = c.provider AND day = c.day) rows
       WHERE rows.late > 0
          OR c.opening_kobo + c.credits_kobo - c.debits_kobo + c.unlisted_kobo <> c.closing_kobo
          OR c.float_opening_kobo + c.entries_kobo - c.cost_kobo - c.earlier_kobo <> c.float_closing_kobo
          OR c.closing_kobo - c.float_closing_kobo <> c.carried_kobo
          OR c.basis = 'rows' AND (c.rows, c.debits_kobo, c.credits_kobo)
                                  IS DISTINCT FROM (rows.n::integer, rows.debits, rows.credits)`,
  },
  {
    id: 'R02',
    title: 'each closed day of a provider begins where the day before ended',
    violations: () => sql`
      SELECT * FROM (
        SELECT provider, day::text AS day, opening_kobo AS "openingKobo", lag(closing_kobo) OVER days AS "closedKobo",
               float_opening_kobo AS "floatOpeningKobo", lag(float_closing_kobo) OVER days AS "floatClosedKobo",
               day - lag(day) OVER days AS days
          FROM closed_day WINDOW days AS (PARTITION BY provider ORDER BY day)) each
       WHERE days <> 1 OR "openingKobo" <> "closedKobo" OR "floatOpeningKobo" <> "floatClosedKobo"`,
  },
  {
    id: 'R03',
    title: 'each closed day has the cost of its orders and what was accepted on it, and no open finding',
    violations: () => sql`
      SELECT c.provider, c.day::text AS day, c.cost_kobo AS "costKobo", orders.cost AS "foundCostKobo",
             c.entries_kobo AS "entriesKobo", entries.sum AS "foundEntriesKobo", open.n::integer AS "openFindings"
        FROM closed_day c
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(CASE WHEN a.outcome = 'delivered' OR reversed.later
                                      THEN ${knownCost(sql`a.cost_kobo`, sql`charged`)} END), 0) AS cost
               FROM attempt a
               LEFT JOIN LATERAL (
                    SELECT true AS later FROM purchase_history h
                     WHERE a.outcome = 'refunded' AND h.purchase_id = a.purchase_id AND h.from_status = 'success'
                       AND h.to_status = 'refunded' AND h.at > c.closed_at LIMIT 1) reversed ON true
               LEFT JOIN LATERAL (${chargedOf(sql`a.purchase_id`, sql`a.number`)}
                                     AND a.cost_kobo IS NULL AND m.matched_at <= c.closed_at) charged ON true
              WHERE a.purchase_id >= ${idAt("c.opens_at - interval '65 minutes'")}
                AND a.purchase_id < ${idAt("c.closes_at + interval '5 minutes'")}
                AND a.provider = c.provider AND a.sends = 1 AND a.sent_at >= c.opens_at AND a.sent_at < c.closes_at) orders
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(amount_kobo), 0) AS sum FROM float_entry e
              WHERE e.provider = c.provider AND e.day = c.day) entries
       CROSS JOIN LATERAL (
             SELECT count(*) AS n FROM reconciliation_finding f
              WHERE f.provider = c.provider AND f.day <= c.day AND f.resolved_at IS NULL AND f.cleared_at IS NULL
                AND f.found_at <= c.closed_at) open
       WHERE orders.cost <> c.cost_kobo OR entries.sum <> c.entries_kobo OR open.n > 0`,
  },
  {
    id: 'R04',
    title: 'each accepted finding has one entry of our float, of the same person, and no other entry exists',
    violations: () => sql`
      SELECT coalesce(e.provider, f.provider) AS provider, coalesce(e.day, f.day)::text AS day, f.id AS "findingId",
             f.resolution, e.id AS "entryId", e.amount_kobo AS "amountKobo"
        FROM (SELECT * FROM reconciliation_finding WHERE resolution = 'accepted') f
        FULL JOIN float_entry e ON e.finding_id = f.id
       WHERE f.id IS NULL OR e.id IS NULL OR e.provider <> f.provider OR e.day < f.day
          OR (e.written_by, e.note) IS DISTINCT FROM (f.resolved_by, f.note)`,
  },
];

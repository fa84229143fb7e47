import { type DbOrTransaction, onlyRow, sql } from '../../shared/db';
import { addDays, boundsOfDay, dayInLagos } from '../../time/lagos-time';
import { MATURE_MS } from './amounts.store';

/**
 * `rows`: the statements cover the day without a hole from `from` up to `to`; `isRead`: all of it and the hour after
 * it. `hasApi`: the provider gives its statement without a file. `isOver`: that hour has passed.
 */
export type Basis =
  | { kind: 'rows'; from: Date; to: Date; isRead: boolean; hasApi: boolean; isOver: boolean }
  | { kind: 'snapshots'; isOver: boolean };

/**
 * A day counts by its rows when the statements cover it, or a part of it if the provider gives its statement
 * automatically. Every other day counts by the snapshots; null: its statement is still to come.
 */
export async function readBasis(db: DbOrTransaction, provider: string, day: string): Promise<Basis | null> {
  const { start, end } = boundsOfDay(day);
  const mature = new Date(end.getTime() + MATURE_MS);
  const rows = await db.$queryRaw<{ from: Date | null; to: Date | null; hasApi: boolean; isOver: boolean }[]>(sql`
    WITH pulls AS (
      SELECT id, since, until, source, since > max(until) OVER (ORDER BY since, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                                   AS is_after_hole
        FROM statement_pull WHERE provider = ${provider} AND fault IS NULL),
    parts AS (
      SELECT since, until, count(*) FILTER (WHERE is_after_hole) OVER (ORDER BY since, id) AS part FROM pulls),
    covered AS (
      SELECT greatest(min(since), ${start}) AS since, max(until) AS until FROM parts GROUP BY part
      HAVING min(since) < ${end} AND max(until) > ${start} ORDER BY 2 DESC LIMIT 1)
    SELECT covered.since AS "from", covered.until AS "to",
           EXISTS (SELECT FROM pulls WHERE source = 'api') AS "hasApi", clock_timestamp() >= ${mature} AS "isOver"
      FROM (SELECT 1) one LEFT JOIN covered ON true`);
  const { from, to, hasApi, isOver } = onlyRow(rows);
  const isWhole = from !== null && to !== null && from <= start && to >= end;
  if (from !== null && to !== null && (isWhole || hasApi))
    return { kind: 'rows', from, to, isRead: isWhole && to >= mature, hasApi, isOver };
  return hasApi ? null : { kind: 'snapshots', isOver };
}

/** The days of `range` that do not count by their rows: the statements cover only a part of each. */
export async function daysNotByRows(
  db: DbOrTransaction,
  provider: string,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const days: string[] = [];
  const last = dayInLagos(new Date(to.getTime() - 1));
  for (let day = dayInLagos(from); day <= last; day = addDays(day, 1))
    if ((await readBasis(db, provider, day))?.kind !== 'rows') days.push(day);
  return days;
}

/** From when to when a statement or a balance of a provider was read; null when nothing was. */
export async function readSpan(db: DbOrTransaction, provider: string): Promise<{ from: Date; to: Date } | null> {
  const [span] = await db.$queryRaw<{ from: Date | null; to: Date | null }[]>(sql`
    SELECT min(since) AS "from", max(until) AS "to"
      FROM (SELECT since, until FROM statement_pull WHERE provider = ${provider} AND fault IS NULL
             UNION ALL
            SELECT at, at FROM balance_snapshot WHERE provider = ${provider}) read`);
  return span?.from && span.to ? { from: span.from, to: span.to } : null;
}

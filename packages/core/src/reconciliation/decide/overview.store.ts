import { type Db, sql } from '../../shared/db';
import type { FindingsOfDay } from '../records';

/** Each of the last so many days, with today, in order. */
export function listFindingsByDay(db: Db, days: number): Promise<FindingsOfDay[]> {
  return db.$queryRaw<FindingsOfDay[]>(sql`
    SELECT each.at::date::text AS day, count(f.id) FILTER (WHERE f.resolved_at IS NULL)::integer AS open,
           count(f.resolved_at)::integer AS resolved, coalesce(sum(f.difference_kobo), 0)::bigint AS "differenceKobo"
      FROM generate_series((now() AT TIME ZONE 'Africa/Lagos')::date - ${days - 1}::integer,
                           (now() AT TIME ZONE 'Africa/Lagos')::date, interval '1 day') AS each (at)
      LEFT JOIN reconciliation_finding f ON f.day = each.at::date AND f.cleared_at IS NULL
     GROUP BY 1 ORDER BY 1`);
}

/** The providers of which a statement or a balance was ever read. */
export async function listReadProviders(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ provider: string }[]>(sql`
    SELECT provider FROM statement_pull UNION SELECT provider FROM balance_snapshot ORDER BY 1`);
  return rows.map(({ provider }) => provider);
}

import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { BreakerStatus, Switch } from './breakers.port';

/** Lists every provider and service that is closed by hand. Every process asks this each second. */
export function listSwitches(db: DbOrTransaction): Promise<Switch[]> {
  return db.$queryRaw<Switch[]>(sql`
    SELECT provider, breaker, reason, closed_by AS "closedBy", closed_at AS "closedAt"
      FROM provider_switch ORDER BY closed_at, provider, breaker`);
}

type NewSwitch = { provider: string; breaker: string; reason: string; closedBy: string };

/** Closes a provider or a service. False when it is closed by hand already; nothing is changed then. */
export async function insertSwitch(db: DbOrTransaction, { provider, breaker, reason, closedBy }: NewSwitch) {
  const written = await db.$executeRaw(sql`
    INSERT INTO provider_switch (provider, breaker, reason, closed_by)
    VALUES (${provider}, ${breaker}, ${reason}, ${closedBy}) ON CONFLICT DO NOTHING`);
  return written === 1;
}

/** The same for a reason that takes the place of any other. False when it is closed for this reason already. */
export async function overwriteSwitch(db: DbOrTransaction, { provider, breaker, reason, closedBy }: NewSwitch) {
  const written = await db.$executeRaw(sql`
    INSERT INTO provider_switch AS s (provider, breaker, reason, closed_by)
    VALUES (${provider}, ${breaker}, ${reason}, ${closedBy})
    ON CONFLICT (provider, breaker) DO UPDATE
       SET reason = excluded.reason, closed_by = excluded.closed_by, closed_at = clock_timestamp()
     WHERE s.reason <> excluded.reason`);
  return written === 1;
}

/** Opens it again. Returns what was closed; null when it was not closed by hand. */
export async function deleteSwitch(db: DbOrTransaction, provider: string, breaker: string): Promise<Switch | null> {
  const [row] = await db.$queryRaw<Switch[]>(sql`
    DELETE FROM provider_switch WHERE provider = ${provider} AND breaker = ${breaker}
    RETURNING provider, breaker, reason, closed_by AS "closedBy", closed_at AS "closedAt"`);
  return row ?? null;
}

/** mark_orders_seen: "not found" refunds no open order that the provider has had so far. */
export async function markOrdersSeen(db: DbOrTransaction, provider: string): Promise<void> {
  await db.$executeRaw(sql`SELECT mark_orders_seen(${provider})`);
}

/** Makes the rows of a process its present breakers, and removes those of processes that have been gone for an hour. */
export async function reportBreakers(db: Db, process: string, statuses: readonly BreakerStatus[]): Promise<void> {
  const rows = statuses.map(({ provider, breaker, reason, state, accounts, leftKobo, detail, since }) => {
    return { provider, breaker, reason, state, accounts, left_kobo: leftKobo?.toString() ?? null, detail, since };
  });
  await db.$executeRaw(sql`
    WITH mine AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t (provider text, breaker text, reason text, state text, accounts integer, left_kobo bigint, detail text, since timestamptz)
    ), gone AS (
      DELETE FROM provider_breaker b
       WHERE CASE b.process WHEN ${process} THEN (b.provider, b.breaker, b.reason) NOT IN (SELECT provider, breaker, reason FROM mine)
                            ELSE b.seen_at < clock_timestamp() - interval '1 hour' END
    )
    INSERT INTO provider_breaker (process, provider, breaker, reason, state, accounts, left_kobo, detail, since)
    SELECT ${process}, provider, breaker, reason, state, accounts, left_kobo, detail, since FROM mine
    ON CONFLICT (process, provider, breaker, reason) DO UPDATE
       SET state = excluded.state, accounts = excluded.accounts, left_kobo = excluded.left_kobo,
           detail = excluded.detail, since = excluded.since, seen_at = clock_timestamp()`);
}

export type ReportedBreaker = Omit<BreakerStatus, 'state'> & {
  state: BreakerStatus['state'];
  /** The names of the processes in which it is not closed. */
  processes: string[];
};

/** How long a report counts. A process repeats it every five seconds. */
const REPORT_LASTS = '15 seconds';

/** The breakers of all running processes, the longest open first. `accounts`: of the process that stops the most. */
export function listReportedBreakers(db: Db): Promise<ReportedBreaker[]> {
  return db.$queryRaw<ReportedBreaker[]>(sql`
    SELECT provider, breaker, reason, max(state) AS state, max(accounts) AS accounts, min(left_kobo) AS "leftKobo",
           max(detail) AS detail, min(since) AS since, array_agg(process ORDER BY process) AS processes
      FROM provider_breaker
     WHERE seen_at > clock_timestamp() - ${REPORT_LASTS}::interval
     GROUP BY provider, breaker, reason ORDER BY min(since), breaker`);
}

import { type Db, onlyRow, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';

/** Task that a worker does at intervals for each provider. */
export type ReconciliationTask = 'statement' | 'balance' | 'requery';

/** Takes the turn for a task when the last one began `everyMs` ago. False: it is not due, or another worker has it. */
export async function takeTurn(db: Db, provider: string, task: ReconciliationTask, everyMs: number): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>(sql`
    INSERT INTO reconciliation_turn AS t (provider, task, begun_at) VALUES (${provider}, ${task}, clock_timestamp())
    ON CONFLICT (provider, task) DO UPDATE SET begun_at = excluded.begun_at
     WHERE t.begun_at <= excluded.begun_at - ${toInterval(everyMs)}::interval
    RETURNING provider`);
  return rows.length === 1;
}

/** Makes a task that failed due again in `againMs`. */
export async function giveTurnBack(
  db: Db,
  provider: string,
  task: ReconciliationTask,
  { everyMs, againMs }: { everyMs: number; againMs: number },
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE reconciliation_turn SET begun_at = clock_timestamp() - ${toInterval(everyMs - againMs)}::interval
     WHERE provider = ${provider} AND task = ${task}`);
}

/** The time of the database. */
export async function now(db: Db): Promise<Date> {
  const rows = await db.$queryRaw<{ now: Date }[]>(sql`SELECT clock_timestamp() AS now`);
  return onlyRow(rows).now;
}

/** How long ago, in seconds, the last statement or balance of a provider was read. */
export type ReadAge = { provider: string; task: 'statement' | 'balance'; seconds: number };

/** Of each provider that anything was read from. */
export function readAges(db: Db): Promise<ReadAge[]> {
  return db.$queryRaw<ReadAge[]>(sql`
    SELECT provider, 'statement' AS task,
           extract(epoch FROM clock_timestamp() - max(pulled_at))::float8 AS seconds
      FROM statement_pull WHERE fault IS NULL AND source = 'api' GROUP BY provider
     UNION ALL
    SELECT provider, 'balance', extract(epoch FROM clock_timestamp() - max(at))::float8
      FROM balance_snapshot GROUP BY provider`);
}

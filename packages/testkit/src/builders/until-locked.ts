import type { Db } from '@topup/core/shared';
import { eventually } from '../service/eventually';

/**
 * Waits until so many statements with this text wait for a lock in the database.
 * @returns for each the process id of its connection, and since when it runs
 */
export function untilLocked(db: Db, text: string, count = 1): Promise<{ pid: number; since: string }[]> {
  return eventually(
    () => db.$queryRaw<{ pid: number; since: string }[]>`
      SELECT pid, query_start::text AS since FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || ${text} || '%'`,
    ({ length }) => length >= count,
  );
}

/**
 * Waits until no other transaction holds the advisory lock of that table. PostgreSQL reports a failure before it gives
 * up the locks of the failed transaction.
 */
export async function untilUnlocked(db: Db, table: string): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(${table}::regclass::integer, 0)::text`;
}

import { type Db, sql } from '../shared/db';

/**
 * How far what follows the database server is behind. Standbys and slots: in bytes of the log; the archive: for how
 * many seconds its oldest segment has waited.
 */
export type ServerLag =
  | { kind: 'standby' | 'slot'; name: string; behind: number }
  | { kind: 'archive'; name: null; behind: number };

/** Of everything that follows it; null when the owner of the tables is no member of pg_monitor and sees nothing. */
export async function readServerLags(db: Db): Promise<ServerLag[] | null> {
  const lags = await db.$queryRaw<ServerLag[]>(sql`SELECT kind, name, behind FROM server_lags()`);
  if (lags.length > 0) return lags;
  const [owner] = await db.$queryRaw<{ sees: boolean }[]>(sql`
    SELECT pg_has_role(proowner, 'pg_monitor', 'USAGE') AS sees
      FROM pg_proc WHERE oid = 'server_lags()'::regprocedure`);
  return owner?.sees === true ? lags : null;
}

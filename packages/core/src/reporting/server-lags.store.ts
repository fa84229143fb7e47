import { type Db, sql } from '../shared/db';

/**
 * How far what follows the database server is behind. Standbys and slots: in bytes of the log; the archive: for how
 * many seconds its oldest segment has waited.
 */
export type ServerLag =
  | { kind: 'standby' | 'slot'; name: string; behind: number }
  | { kind: 'archive'; name: null; behind: number };

/** Of everything that follows it; nothing when the owner of the tables is no member of pg_monitor. */
export const readServerLags = (db: Db): Promise<ServerLag[]> =>
  db.$queryRaw<ServerLag[]>(sql`SELECT kind, name, behind FROM server_lags()`);

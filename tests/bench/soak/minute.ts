import { readFileSync } from 'node:fs';
import { type Counted, familyOf } from '../cpu';
import type { LoadSlice } from '../load/generate';
import type { TestBed } from '../test-bed/test-bed';

/** Figures at the end of a minute. Sizes are in bytes. */
export type Minute = LoadSlice & {
  /** Purchases in the database. */
  purchases: number;
  /** Memory of each process; of PostgreSQL what its processes do not share. */
  rss: Record<string, number>;
  deadTuples: Record<string, number>;
  /** Written since the last minute, for each purchase of this one. */
  walPerPurchase: number;
  indexes: Record<string, number>;
};

type Sql = TestBed['sql'];
type Writes = Record<string, number>;

/** How many rows of each table were written since the database was created. */
export async function readWrites(sql: Sql): Promise<Writes> {
  const rows = await sql<{ name: string; writes: string }>(
    `SELECT relname AS name, n_tup_ins + n_tup_upd + n_tup_del AS writes FROM pg_stat_user_tables`,
  );
  return Object.fromEntries(rows.map(({ name, writes }) => [name, Number(writes)]));
}

/** The tables that purchases write: at least one row for every hundred purchases. */
export const writtenBetween = (before: Writes, after: Writes, purchases: number): string[] =>
  Object.keys(after)
    .filter((name) => (after[name] ?? 0) - (before[name] ?? 0) > purchases / 100)
    .sort();

/** Looks at the end of each minute. `tables`: whose dead tuples and indexes are looked at. */
export async function startLooking(
  sql: Sql,
  tables: readonly string[],
  processes: readonly Counted[],
): Promise<(slice: LoadSlice) => Promise<Minute>> {
  let last = await stateOf(sql, tables);
  return async (slice) => {
    const [before, now] = [last, await stateOf(sql, tables)];
    last = now;
    return {
      ...slice,
      purchases: now.purchases,
      rss: rssOf(processes),
      deadTuples: now.deadTuples,
      walPerPurchase: (now.wal - before.wal) / Math.max(1, now.purchases - before.purchases),
      indexes: now.indexes,
    };
  };
}

/** Builds the indexes of the tables anew. Returns their bytes. */
export async function buildIndexes(sql: Sql, tables: readonly string[]): Promise<Record<string, number>> {
  for (const table of tables) await sql(`REINDEX TABLE ${table}`);
  return (await stateOf(sql, tables)).indexes;
}

async function stateOf(sql: Sql, tables: readonly string[]) {
  const [total] = await sql<{ purchases: string; wal: string }>(`
    SELECT (SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'purchase') AS purchases,
           pg_current_wal_lsn() - '0/0'::pg_lsn AS wal`);
  const dead = await sql<{ name: string; count: string }>(
    'SELECT relname AS name, n_dead_tup AS count FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [tables],
  );
  const indexes = await sql<{ name: string; bytes: string }>(
    `SELECT indexrelname AS name, pg_relation_size(indexrelid) AS bytes
       FROM pg_stat_user_indexes WHERE relname = ANY ($1)`,
    [tables],
  );
  return {
    purchases: Number(total?.purchases),
    wal: Number(total?.wal),
    deadTuples: Object.fromEntries(dead.map(({ name, count }) => [name, Number(count)])),
    indexes: Object.fromEntries(indexes.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

function rssOf(processes: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(
    processes.map(({ name, pid, withChildren }) => [
      name,
      withChildren
        ? familyOf(pid).reduce((sum, each) => sum + kilobytesOf(each, 'RssAnon') * 1_024, 0)
        : kilobytesOf(pid, 'VmRSS') * 1_024,
    ]),
  );
}

/** Zero when there is no /proc, or no such process. */
function kilobytesOf(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** How a table has been read since its database was made: whole, or through its indexes (scans by index). */
export type TableUse = { wholeScans: number; indexScans: Record<string, number> };

/** By table. */
export type TableUses = Record<string, TableUse>;

/** What a purchase reads and writes. */
export const pathTables = ['purchase', 'ledger_entry', 'wallet', 'webhook_event', 'api_key', 'account'] as const;

const TOLD_WITHIN_MS = 11_000; // a server process that has become idle tells of its last scans within 10 s (PGSTAT_IDLE_INTERVAL)

type Sql = <Row>(text: string) => Promise<Row[]>;

/** Waits until all is counted. Takes 11 s. */
export async function readTableUses(sql: Sql): Promise<TableUses> {
  await sleep(TOLD_WITHIN_MS);
  const rows = await sql<{ name: string; whole: string; index: string | null; scans: string }>(`
    SELECT t.relname AS name, t.seq_scan AS whole, i.indexrelname AS index, i.idx_scan AS scans
      FROM pg_stat_user_tables t LEFT JOIN pg_stat_user_indexes i USING (relid) WHERE t.schemaname = 'public' ORDER BY 1, 3`);
  const uses: TableUses = {};
  for (const { name, whole, index, scans } of rows) {
    const use = uses[name] ?? { wholeScans: Number(whole), indexScans: {} };
    if (index !== null) use.indexScans[index] = Number(scans);
    uses[name] = use;
  }
  return uses;
}

/** What was read between two readings. */
export function usesBetween(before: TableUses, after: TableUses): TableUses {
  return Object.fromEntries(
    Object.entries(after).map(([name, { wholeScans, indexScans }]) => [
      name,
      {
        wholeScans: wholeScans - (before[name]?.wholeScans ?? 0),
        indexScans: Object.fromEntries(
          Object.entries(indexScans).map(([index, scans]) => [index, scans - (before[name]?.indexScans[index] ?? 0)]),
        ),
      },
    ]),
  );
}

/** What grows with what is sold. The others have a row for each account, a few pages in all, and the planner rightly reads such a table whole at times. */
const GROWING: readonly string[] = ['purchase', 'ledger_entry', 'webhook_event'];

/**
 * How often periodic work may read a small table whole: every half second the sweeper joins those who wait for events to their accounts (waitingReceivers),
 * once a minute all accounts are looked over for drift and for low balances (watch-accounts.ts), and every 400 ms the api confirms all keys in use
 * (authenticate.ts). No purchase waits for any of them.
 */
const EVERY_MS: Partial<Record<string, number[]>> = {
  account: [500, 60_000, 400],
  wallet: [60_000, 60_000],
  api_key: [400],
};

/** A line for each table of the path that was read whole: a growing one at all, a small one more often than periodic work explains, and so by purchases. */
export function wholeScansByPurchases(
  uses: TableUses,
  { elapsedMs, workers }: { elapsedMs: number; workers: number },
): string[] {
  return pathTables.flatMap((table) => {
    const scans = uses[table]?.wholeScans ?? 0;
    const periods = GROWING.includes(table) ? [] : (EVERY_MS[table] ?? []);
    const allowed = periods.reduce((sum, everyMs) => sum + workers * (Math.floor(elapsedMs / everyMs) + 1), 0);
    return scans <= allowed
      ? []
      : [`${table} was read whole ${scans} times, of which periodic work explains ${allowed} at most`];
  });
}

import { setTimeout as sleep } from 'node:timers/promises';

/** How often a table was read whole, and through each of its indexes, since the database was created. */
type TableUse = { wholeScans: number; indexScans: Record<string, number> };

/** By name of the table. */
export type TableUses = Record<string, TableUse>;

/** The tables that a purchase reads and writes. */
export const pathTables = [
  'purchase',
  'ledger_entry',
  'wallet',
  'webhook_event',
  'api_key',
  'api_key_day',
  'account',
] as const;

const REPORTED_WITHIN_MS = 11_000; // an idle server process reports its last scans within 10 s (PGSTAT_IDLE_INTERVAL)

type Sql = <Row>(text: string) => Promise<Row[]>;

/** Waits 11 s until all scans are counted, and reads the counts. */
export async function readTableUses(sql: Sql): Promise<TableUses> {
  await sleep(REPORTED_WITHIN_MS);
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

/** The difference of two counts. */
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

/**
 * Tables that grow with sales. The others have one row per account, and the planner may read such a small table whole.
 */
const GROWING: readonly string[] = ['purchase', 'ledger_entry', 'webhook_event'];

/**
 * The periods of work that may read a small table whole: every 500 ms the sweeper joins waiting events to accounts
 * (waitingReceivers), and every minute all accounts are checked for drift and low balances (watch-accounts.ts) and the
 * keys in use are touched (authenticate.ts). No purchase waits for any of them.
 */
const EVERY_MS: Partial<Record<string, number[]>> = {
  account: [500, 60_000],
  wallet: [60_000, 60_000],
  api_key: [60_000],
};

/**
 * One line per table that purchases read whole: a growing table at all, a small one more often than periodic work does.
 */
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
      : [`${table} was read whole ${scans} times, and periodic work explains at most ${allowed}`];
  });
}

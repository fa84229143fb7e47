import { countHistoryOutside, keepPurchaseHistory } from '@topup/core/retention';
import type { Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { startRounds } from './start-rounds';

type HistoryKeeperDeps = { db: Db; log: Log; everyMs?: number };

const EVERY_MS = 600_000;

/**
 * Adds the partitions of the history of purchases for the next months. Of all workers one does each step. `stop`
 * resolves when the last round is over.
 */
export function startHistoryKeeper({ db, log, everyMs = EVERY_MS }: HistoryKeeperDeps): { stop(): Promise<void> } {
  return startRounds({
    everyMs,
    log,
    failed: 'the partitions of the history of purchases could not be kept; the next round will do',
    run: async (stopped) => {
      for (let more = true; more && !stopped(); ) {
        const partition = await keepPurchaseHistory(db);
        if (partition !== null) log.info('a partition of the history of purchases was added', { partition });
        more = partition !== null;
      }
    },
  });
}

/** Declares how much of the history is outside of its months, read at each scrape. Every worker reports the same. */
export function watchHistory(metrics: Metrics, db: Db): void {
  const gauges = {
    history_outside_partitions: {
      help: 'Rows of the history of purchases whose month has no partition; anything but 0 is a fault.',
      labels: [],
    },
  };
  metrics.gauges('history', gauges, async () => [
    { name: 'history_outside_partitions', value: await countHistoryOutside(db) },
  ]);
}

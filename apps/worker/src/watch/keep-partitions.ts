import { keepRequestLog } from '@topup/core/request-log';
import { countHistoryOutside, keepPurchaseHistory } from '@topup/core/retention';
import type { Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { showGauges } from './shown-gauges';
import { startRounds } from './start-rounds';

type KeeperDeps = { db: Db; log: Log; everyMs?: number };
type Keeper = (deps: KeeperDeps) => { stop(): Promise<void> };

const EVERY_MS = 600_000;

/** `failed`, `done`: lines of the log, whole, because people search for them. */
type Texts = { failed: string; done: string };

/**
 * Keeps the partitions of a table at an interval. Of all workers one does each step. `stop` resolves when the last
 * round is over. `step`: adds or drops one, and returns its name; null when nothing is left to do.
 */
const keeperOf =
  ({ failed, done }: Texts, step: (db: Db) => Promise<string | null>): Keeper =>
  ({ db, log, everyMs = EVERY_MS }) =>
    startRounds({
      everyMs,
      log,
      failed,
      run: async (stopped) => {
        for (let more = true; more && !stopped(); ) {
          const partition = await step(db);
          if (partition !== null) log.info(done, { partition });
          more = partition !== null;
        }
      },
    });

/** For the next months. */
export const startHistoryKeeper = keeperOf(
  {
    failed: 'the partitions of the history of purchases could not be kept; the next round will do',
    done: 'a partition of the history of purchases was added',
  },
  keepPurchaseHistory,
);
/** For the next days; old ones are dropped. */
export const startRequestLogKeeper = keeperOf(
  {
    failed: 'the partitions of the request log could not be kept; the next round will do',
    done: 'a partition of the request log was added or dropped',
  },
  keepRequestLog,
);

/** Declares how much of the history is outside of its months, read at each scrape. Every worker reports the same. */
export function watchHistory(metrics: Metrics, db: Db): void {
  const help = 'Rows of the history of purchases whose month has no partition; anything but 0 is a fault.';
  const gauges = { history_outside_partitions: { help, of: ({ rows }: { rows: number }) => rows } };
  showGauges(metrics, 'history', gauges, async () => ({ rows: await countHistoryOutside(db) }));
}

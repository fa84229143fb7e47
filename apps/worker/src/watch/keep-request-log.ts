import { keepRequestLog } from '@topup/core/request-log';
import type { Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

type RequestLogKeeperDeps = { db: Db; log: Log; everyMs?: number };

const EVERY_MS = 600_000;

/**
 * Adds the partitions of the request log for the next days, and drops the old ones. Of all workers one does each step.
 * `stop` resolves when the last round is over.
 */
export function startRequestLogKeeper({ db, log, everyMs = EVERY_MS }: RequestLogKeeperDeps): {
  stop(): Promise<void>;
} {
  return startRounds({
    everyMs,
    log,
    failed: 'the partitions of the request log could not be kept; the next round will do',
    run: async (stopped) => {
      for (let more = true; more && !stopped(); ) {
        const partition = await keepRequestLog(db);
        if (partition !== null) log.info('a partition of the request log was added or dropped', { partition });
        more = partition !== null;
      }
    },
  });
}

import {
  COLLECTIONS,
  compareDays,
  databaseTime,
  followNotices,
  sumTransfers,
  sweepAccounts,
} from '@topup/core/collection';
import type { Collector } from '@topup/core/provider';
import { giveTurnBack, takeTurn } from '@topup/core/reconciliation';
import type { Db, Log } from '@topup/core/shared';
import { startChore } from './start-chore';

type CollectionOptions = {
  db: Db;
  log: Log;
  /** Above it a transfer waits for an operator. */
  mostNaira: number;
  /** How often it looks whether anything is due. Default: a second, because clients wait for their balance. */
  everyMs?: number;
};

type Deps = { db: Db; log: Log; collector: Collector };

const COMPARE_EVERY_MS = 6 * 3_600_000;
const AGAIN_MS = 300_000;
const TELL_EVERY_MS = 6 * 3_600_000;

/**
 * Asks the collector about the transfers that notices and sweeps have found, lists the transfers of accounts, and
 * compares finished days with its lists, and tells what it cannot read for a day; nothing without a collector. A slow
 * list must not delay a client's balance, so each has a round of its own.
 */
export function startCollections(
  collector: Collector | null,
  { db, log, mostNaira, everyMs = 1_000 }: CollectionOptions,
): { stop(): Promise<void> }[] {
  if (collector === null) return [];
  const deps = { db, log, collector, mostKobo: BigInt(mostNaira) * 100n };
  const failed = (what: string) => `${what}; the next round retries`;
  return [
    startChore({
      everyMs,
      log,
      failed: failed('transfers could not be asked about'),
      run: async (stopped) => {
        while (!stopped() && (await followNotices(deps)) > 0);
      },
    }),
    startChore({
      everyMs,
      log,
      failed: failed('transfers could not be listed'),
      run: async (stopped) => void (await sweepAccounts(deps, stopped)),
    }),
    startChore({
      everyMs: 60_000,
      log,
      failed: failed('transfers could not be compared with the list of the collector'),
      run: (stopped) => compare(deps, stopped),
    }),
    startChore({
      everyMs: 60_000,
      log,
      failed: failed('what the collector did not answer could not be counted'),
      run: () => tellUnread(deps),
    }),
  ];
}

async function compare({ db, log, collector }: Deps, stopped: () => boolean): Promise<void> {
  if (!(await takeTurn(db, COLLECTIONS, 'statement', COMPARE_EVERY_MS))) return;
  const compared = await compareDays({ db, collector }, await databaseTime(db), stopped);
  if (compared.fault !== null) {
    const againMs = stopped() ? 0 : AGAIN_MS;
    await giveTurnBack(db, COLLECTIONS, 'statement', { everyMs: COMPARE_EVERY_MS, againMs });
    if (stopped()) return;
    log.warn('transfers could not be compared; the worker tries again in five minutes', { reason: compared.fault });
  } else if (compared.opened > 0)
    log.error('the collector and we disagree about transfers', { alert: 'reconciliation_finding', ...compared });
}

/** A person is told every six hours for as long as it lasts: nothing is forgotten, and nothing else would say so. */
async function tellUnread({ db, log, collector }: Deps): Promise<void> {
  if (!(await takeTurn(db, COLLECTIONS, 'requery', TELL_EVERY_MS))) return;
  const { unanswered, unlisted } = await sumTransfers(db);
  if (unanswered + unlisted === 0) return;
  log.error('the collector has given no readable answer for a day', {
    alert: 'collection',
    collector: collector.name,
    notices: unanswered,
    accounts: unlisted,
  });
}

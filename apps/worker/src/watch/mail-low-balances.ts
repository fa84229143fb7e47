import { mailLowBalances } from '@topup/core/account';
import type { Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

/** How late a mail can be written. It is sent with the next sweep of mails, within a second. */
const EVERY_MS = 15_000;
const AT_ONCE = 100;

/**
 * Compares every wallet with the threshold of its account at an interval, and mails the owners of those that have
 * passed below it. Every worker does; of one passing only one mails. `stop` resolves when the last round is over.
 */
export function startLowBalanceMails({ db, log, everyMs = EVERY_MS }: { db: Db; log: Log; everyMs?: number }): {
  stop(): Promise<void>;
} {
  return startRounds({
    everyMs,
    log,
    failed: 'low balances could not be looked for; the next round will do',
    run: async (stopped) => {
      for (let found = AT_ONCE; found === AT_ONCE && !stopped(); ) found = await mailLowBalances(db, AT_ONCE);
    },
  });
}

import { listLowAccounts, readDrift } from '@topup/core/wallet';
import type { Metrics } from '@topup/runtime';
import type { WatchDeps } from './polled-gauge';
import { watchGauges } from './shown-gauges';

/**
 * Reads over all accounts, at an interval, whether the books have drifted and how many accounts are low.
 * Every worker reports the same. Returns what stops it.
 */
export const watchAccounts = (metrics: Metrics, { db, clock, log, everyMs = 60_000 }: WatchDeps): (() => void) =>
  watchGauges(metrics, {
    name: 'accounts',
    everyMs,
    clock,
    log,
    read: async () => ({ driftKobo: await readDrift(db), low: (await listLowAccounts(db)).length }),
    gauges: {
      books_drift_kobo: {
        help: 'By how much wallets differ from the balances of their ledgers; anything but 0 is a fault.',
        of: ({ driftKobo }) => driftKobo,
      },
      accounts_low: {
        help: 'Active accounts whose balance is below what they spent in the last 24 hours.',
        of: ({ low }) => low,
      },
    },
  });

import type { Clock, Db, Log } from '@topup/core/shared';
import { listLowAccounts, readDrift } from '@topup/core/wallet';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

const EVERY_MS = 60_000;

/**
 * Reads over all accounts, at an interval, whether the books have drifted and how many accounts are low.
 * Every worker reports the same. Returns what stops it.
 */
export function watchAccounts(metrics: Metrics, { db, clock, log }: { db: Db; clock: Clock; log: Log }): () => void {
  const accounts = createPolledGauge({
    name: 'accounts',
    everyMs: EVERY_MS,
    clock,
    log,
    read: async () => ({ driftKobo: await readDrift(db), low: (await listLowAccounts(db)).length }),
  });
  const gauges = {
    books_drift_kobo: {
      help: 'By how much wallets differ from the balances of their ledgers; anything but 0 is a fault.',
      labels: [],
    },
    accounts_low: { help: 'Active accounts whose balance is below what they spent in the last 24 hours.', labels: [] },
  };
  metrics.gauges('accounts', gauges, async () => {
    const reading = accounts.latest();
    if (reading === null) return [];
    return [
      { name: 'books_drift_kobo', value: Number(reading.driftKobo) },
      { name: 'accounts_low', value: reading.low },
    ];
  });
  return accounts.stop;
}

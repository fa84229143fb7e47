import type { Clock, Db, Log } from '@topup/core/shared';
import { listLowAccounts, readDrift } from '@topup/core/wallet';
import type { Metrics } from '@topup/runtime';
import { keepReading } from './keep-reading';

const EVERY_MS = 60_000;

/** What is looked at over all accounts: whether the books have drifted, and whose money runs out. Every worker tells the same. Returns what ends it. */
export function watchAccounts(metrics: Metrics, { db, clock, log }: { db: Db; clock: Clock; log: Log }): () => void {
  const accounts = keepReading({
    name: 'accounts',
    everyMs: EVERY_MS,
    clock,
    log,
    read: async () => ({ driftKobo: await readDrift(db), low: (await listLowAccounts(db)).length }),
  });
  const figures = {
    books_drift_kobo: {
      help: 'By how much wallets differ from where their ledgers end; anything but 0 is a fault.',
      labels: [],
    },
    accounts_low: { help: 'Active accounts whose balance is below what they spent in the last 24 hours.', labels: [] },
  };
  metrics.gauges('accounts', figures, async () => {
    const reading = accounts.latest();
    if (reading === null) return [];
    return [
      { name: 'books_drift_kobo', value: Number(reading.driftKobo) },
      { name: 'accounts_low', value: reading.low },
    ];
  });
  return accounts.stop;
}

import { readRegularChecks, readServerLags } from '@topup/core/reporting';
import type { Db } from '@topup/core/shared';
import { listLowAccounts, readDrift } from '@topup/core/wallet';
import type { Metrics } from '@topup/runtime';
import { type Gauges, type WatchDeps, watchGauges } from './gauges';

/** Shows what is read of the database once a minute. Every worker reports the same. Returns what stops it. */
const watch =
  <T extends object>(name: string, read: (db: Db) => Promise<T | null>, gauges: Gauges<T>) =>
  (metrics: Metrics, { db, clock, log, everyMs = 60_000 }: WatchDeps): (() => void) =>
    watchGauges(metrics, { name, everyMs, clock, log, read: () => read(db), gauges });

/** Whether the books are sound, and how many accounts are low. */
export const watchAccounts = watch(
  'accounts',
  async (db) => ({ driftKobo: await readDrift(db), low: (await listLowAccounts(db)).length }),
  {
    books_drift_kobo: {
      help: 'Difference between wallets and the balances of their ledgers. Anything but 0 is a fault.',
      of: ({ driftKobo }) => driftKobo,
    },
    accounts_low: {
      help: 'Active accounts whose balance is below what they spent in the last 24 hours.',
      of: ({ low }) => low,
    },
  },
);

/** When the books and backups were last verified and the catalogue synchronised, for alerts on what nobody did. */
export const watchChecks = watch('checks', readRegularChecks, {
  books_verified_timestamp_seconds: {
    help: 'Time of the last verification of the books. Before the first one: when the first account was opened.',
    of: ({ booksVerifiedAt }) => seconds(booksVerifiedAt),
  },
  books_sound: {
    help: 'Result of the last verification of the books: 1 sound, 0 unsound.',
    of: ({ booksSound }) => booksSound,
  },
  catalogue_synced_timestamp_seconds: {
    help: 'Time when a sync last confirmed the cost of a data plan.',
    of: ({ catalogueSyncedAt }) => seconds(catalogueSyncedAt),
  },
  backup_made_timestamp_seconds: {
    help: 'Time of the last backup by ops backup. Before the first one there is no value.',
    of: ({ backupMadeAt }) => seconds(backupMadeAt),
  },
  backup_verified_timestamp_seconds: {
    help: 'Time of the last verification of a backup. Before the first one: of the first backup.',
    of: ({ backupVerifiedAt }) => seconds(backupVerifiedAt),
  },
  backup_sound: {
    help: 'Result of the last verification of a backup: 1 sound, 0 not.',
    of: ({ backupSound }) => backupSound,
  },
});

const seconds = (at: Date | null): number | null => (at === null ? null : at.getTime() / 1000);

/** How far the standbys, the archive and the replication slots of the database server are behind. */
export const watchServer = watch('server', readServerLags, {
  database_standbys: {
    help: 'Standbys that follow the database server.',
    of: (lags) => lags.filter(({ kind }) => kind === 'standby').length,
  },
  database_standby_lag_bytes: {
    help: 'Log that a standby has not replayed.',
    labels: ['standby'],
    of: (lags) =>
      lags.flatMap((lag) => (lag.kind === 'standby' ? { labels: { standby: lag.name }, value: lag.behind } : [])),
  },
  database_archive_wait_seconds: {
    help: 'Time that the oldest finished segment of the log has waited for the archive, or 0.',
    of: (lags) => lags.find(({ kind }) => kind === 'archive')?.behind ?? null,
  },
  database_slot_retained_bytes: {
    help: 'Log that the server keeps for a replication slot.',
    labels: ['slot'],
    of: (lags) => lags.flatMap((lag) => (lag.kind === 'slot' ? { labels: { slot: lag.name }, value: lag.behind } : [])),
  },
});

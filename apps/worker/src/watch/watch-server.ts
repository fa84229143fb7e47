import { readServerLags } from '@topup/core/reporting';
import type { Metrics } from '@topup/runtime';
import type { WatchDeps } from './polled-gauge';
import { watchGauges } from './shown-gauges';

/**
 * Reads at an interval how far the standbys, the archive and the replication slots of the database server are behind:
 * metrics. Every worker reports the same. Returns what stops it.
 */
export const watchServer = (metrics: Metrics, { db, clock, log, everyMs = 60_000 }: WatchDeps): (() => void) =>
  watchGauges(metrics, {
    name: 'server',
    everyMs,
    clock,
    log,
    read: () => readServerLags(db),
    gauges: {
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
        help: 'For how long the oldest finished segment of the log has waited for the archive; 0 when none waits.',
        of: (lags) => lags.find(({ kind }) => kind === 'archive')?.behind ?? null,
      },
      database_slot_retained_bytes: {
        help: 'Log that the server keeps for a replication slot.',
        labels: ['slot'],
        of: (lags) =>
          lags.flatMap((lag) => (lag.kind === 'slot' ? { labels: { slot: lag.name }, value: lag.behind } : [])),
      },
    },
  });

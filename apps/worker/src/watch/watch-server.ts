import { readServerLags, type ServerLag } from '@topup/core/reporting';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

const EVERY_MS = 60_000;

const GAUGES = {
  database_standbys: { help: 'Standbys that follow the database server.', labels: [] },
  database_standby_lag_bytes: { help: 'Log that a standby has not replayed.', labels: ['standby'] },
  database_archive_wait_seconds: {
    help: 'For how long the oldest finished segment of the log has waited for the archive; 0 when none waits.',
    labels: [],
  },
  database_slot_retained_bytes: { help: 'Log that the server keeps for a replication slot.', labels: ['slot'] },
};

/**
 * Reads at an interval how far the standbys, the archive and the replication slots of the database server are behind:
 * metrics. Every worker reports the same. Returns what stops it.
 */
export function watchServer(
  metrics: Metrics,
  { db, clock, log, everyMs = EVERY_MS }: { db: Db; clock: Clock; log: Log; everyMs?: number },
): () => void {
  const lags = createPolledGauge({ name: 'server', everyMs, clock, log, read: () => readServerLags(db) });
  metrics.gauges('server', GAUGES, async () => {
    const reading = lags.latest();
    if (reading === null) return [];
    const standbys = reading.filter(({ kind }) => kind === 'standby').length;
    return [{ name: 'database_standbys' as const, value: standbys }, ...reading.map(toSample)];
  });
  return lags.stop;
}

function toSample({ kind, name, behind: value }: ServerLag) {
  switch (kind) {
    case 'standby':
      return { name: 'database_standby_lag_bytes' as const, labels: { standby: name }, value };
    case 'slot':
      return { name: 'database_slot_retained_bytes' as const, labels: { slot: name }, value };
    case 'archive':
      return { name: 'database_archive_wait_seconds' as const, value };
  }
}

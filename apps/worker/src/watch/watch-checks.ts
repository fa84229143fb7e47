import { readRegularChecks } from '@topup/core/reporting';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

const EVERY_MS = 60_000;

/**
 * Reads at an interval when the books were last verified and the catalogue was last synchronised, for alerts on what
 * nobody did. Every worker reports the same. Returns what stops it.
 */
export function watchChecks(
  metrics: Metrics,
  { db, clock, log, everyMs = EVERY_MS }: { db: Db; clock: Clock; log: Log; everyMs?: number },
): () => void {
  const checks = createPolledGauge({ name: 'checks', everyMs, clock, log, read: () => readRegularChecks(db) });
  const gauges = {
    books_verified_timestamp_seconds: {
      help: 'When the books were last verified; before the first time, when the first account was opened.',
      labels: [],
    },
    books_sound: { help: 'What the last verification of the books said: 1 sound, 0 drifted.', labels: [] },
    catalogue_synced_timestamp_seconds: {
      help: 'When a sync last confirmed the cost of a data plan.',
      labels: [],
    },
  };
  metrics.gauges('checks', gauges, async () => {
    const reading = checks.latest();
    if (reading === null) return [];
    const { booksVerifiedAt, booksSound, catalogueSyncedAt } = reading;
    return [
      ...(booksVerifiedAt === null
        ? []
        : [{ name: 'books_verified_timestamp_seconds' as const, value: booksVerifiedAt.getTime() / 1000 }]),
      ...(booksSound === null ? [] : [{ name: 'books_sound' as const, value: booksSound ? 1 : 0 }]),
      ...(catalogueSyncedAt === null
        ? []
        : [{ name: 'catalogue_synced_timestamp_seconds' as const, value: catalogueSyncedAt.getTime() / 1000 }]),
    ];
  });
  return checks.stop;
}

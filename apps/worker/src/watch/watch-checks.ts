import { readRegularChecks } from '@topup/core/reporting';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

const EVERY_MS = 60_000;

/**
 * Reads at an interval when the books were last verified, the catalogue was last synchronised, and backups were last
 * made and verified, for alerts on what nobody did. Every worker reports the same. Returns what stops it.
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
    backup_made_timestamp_seconds: { help: 'When ops backup last made a backup.', labels: [] },
    backup_verified_timestamp_seconds: {
      help: 'When ops backup last verified a backup; before the first time, when it made the first one.',
      labels: [],
    },
    backup_sound: { help: 'What the last verification of a backup said: 1 sound, 0 not.', labels: [] },
  };
  metrics.gauges('checks', gauges, async () => {
    const reading = checks.latest();
    if (reading === null) return [];
    const at = (time: Date | null) => (time === null ? null : time.getTime() / 1000);
    const said = (sound: boolean | null) => (sound === null ? null : Number(sound));
    const values = [
      { name: 'books_verified_timestamp_seconds' as const, value: at(reading.booksVerifiedAt) },
      { name: 'books_sound' as const, value: said(reading.booksSound) },
      { name: 'catalogue_synced_timestamp_seconds' as const, value: at(reading.catalogueSyncedAt) },
      { name: 'backup_made_timestamp_seconds' as const, value: at(reading.backupMadeAt) },
      { name: 'backup_verified_timestamp_seconds' as const, value: at(reading.backupVerifiedAt) },
      { name: 'backup_sound' as const, value: said(reading.backupSound) },
    ];
    return values.flatMap(({ value, ...series }) => (value === null ? [] : { ...series, value }));
  });
  return checks.stop;
}

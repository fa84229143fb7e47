import { readRegularChecks } from '@topup/core/reporting';
import type { Metrics } from '@topup/runtime';
import type { WatchDeps } from './polled-gauge';
import { watchGauges } from './shown-gauges';

/**
 * Reads at an interval when the books were last verified, the catalogue was last synchronised, and backups were last
 * made and verified, for alerts on what nobody did. Every worker reports the same. Returns what stops it.
 */
export const watchChecks = (metrics: Metrics, { db, clock, log, everyMs = 60_000 }: WatchDeps): (() => void) =>
  watchGauges(metrics, {
    name: 'checks',
    everyMs,
    clock,
    log,
    read: () => readRegularChecks(db),
    gauges: {
      books_verified_timestamp_seconds: {
        help: 'When the books were last verified; before the first time, when the first account was opened.',
        of: ({ booksVerifiedAt }) => seconds(booksVerifiedAt),
      },
      books_sound: {
        help: 'What the last verification of the books said: 1 sound, 0 drifted.',
        of: ({ booksSound }) => booksSound,
      },
      catalogue_synced_timestamp_seconds: {
        help: 'When a sync last confirmed the cost of a data plan.',
        of: ({ catalogueSyncedAt }) => seconds(catalogueSyncedAt),
      },
      backup_made_timestamp_seconds: {
        help: 'When ops backup last made a backup.',
        of: ({ backupMadeAt }) => seconds(backupMadeAt),
      },
      backup_verified_timestamp_seconds: {
        help: 'When ops backup last verified a backup; before the first time, when it made the first one.',
        of: ({ backupVerifiedAt }) => seconds(backupVerifiedAt),
      },
      backup_sound: {
        help: 'What the last verification of a backup said: 1 sound, 0 not.',
        of: ({ backupSound }) => backupSound,
      },
    },
  });

const seconds = (at: Date | null): number | null => (at === null ? null : at.getTime() / 1000);

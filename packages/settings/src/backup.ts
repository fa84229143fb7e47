import { atLevel, optional, text } from '@topup/runtime/settings';

/** Of `ops backup`. pgBackRest's own settings are in its configuration file, or in the environment as PGBACKREST_*. */
export const backup = atLevel('tuning', {
  BACKUP_POSTGRES_BIN: optional(
    text(),
    'The directory with the PostgreSQL programs that `ops backup verify` starts. Without it, the one that Debian has for the version of the backup.',
  ),
});

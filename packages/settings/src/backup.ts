import { optional, text } from '@topup/runtime/settings';

/** Of `ops backup`. pgBackRest's own settings are in its configuration file, or in the environment as PGBACKREST_*. */
export const backup = {
  BACKUP_POSTGRES_BIN: optional(
    text(),
    'The directory with the PostgreSQL programs that `ops backup verify` starts. When unset, that of Debian for the version of the backup.',
  ),
};

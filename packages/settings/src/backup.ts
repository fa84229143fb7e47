import { optional, text, withDefault } from '@topup/runtime/settings';

/** Of `ops backup`. pgBackRest's own settings, such as the repository, are in its configuration file. */
export const backup = {
  BACKUP_STANZA: withDefault(
    text().pattern(/^[\w-]+$/, 'of letters, digits, - and _'),
    'topup',
    "pgBackRest's name of the database server.",
  ),
  BACKUP_CONFIG: optional(
    text(),
    "pgBackRest's configuration file. When unset, where pgBackRest itself looks for it. deploy/pgbackrest has an example.",
  ),
  BACKUP_RESTORE_DIR: optional(
    text(),
    'Where `ops backup verify` restores to: it makes a directory there and removes it. It needs room for the whole database. When unset, the directory for temporary files.',
  ),
  BACKUP_POSTGRES_BIN: optional(
    text(),
    'The directory with the PostgreSQL programs that `ops backup verify` starts. When unset, that of Debian for the version of the backup.',
  ),
};

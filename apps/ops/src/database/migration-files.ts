import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';

/** `prisma/migrations` as the schema engine takes it: one directory per migration, oldest first. Throws when there is no such directory. */
export function readMigrations(migrationsDir: string): MigrationList {
  const names = readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const lockfile = path.join(migrationsDir, 'migration_lock.toml');
  return {
    baseDir: path.resolve(migrationsDir),
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

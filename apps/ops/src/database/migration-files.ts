import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `checksum` is Prisma's: SHA-256 of the script, as hex. `adoption`: of the baseline alone (adopt.ts). */
export type Migration = { name: string; script: string; checksum: string; adoption?: string };

/** The migrations of `prisma/migrations`, one directory each, oldest first. Throws when there is no such directory. */
export function readMigrations(migrationsDir: string): Migration[] {
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      const adoption = path.join(migrationsDir, name, 'adoption.sql');
      return {
        name,
        script,
        checksum: createHash('sha256').update(script).digest('hex'),
        ...(existsSync(adoption) && { adoption: readFileSync(adoption, 'utf8') }),
      };
    });
}

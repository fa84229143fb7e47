import path from 'node:path';
import { contract } from './contract';
import { readMigrations } from './migration-files';
import { applyMigration, readHistory } from './migration-history';
import { openSession, type Say } from './session';

export type MigrateOptions = {
  databaseUrl: string;
  prismaDir: string;
  queuesInPostgres: boolean;
  /** Whether no process of the version before runs any more, so that what only it needs may go. */
  contracting: boolean;
  say: Say;
};

/**
 * Applies every migration of `prismaDir` that the database does not have yet, in order, each in its own transaction,
 * and records it in `_prisma_migrations` as `prisma migrate deploy` does. With `queuesInPostgres`, BullMQ's own tables
 * too. When `contracting`, and always on a new database, it also drops what only the version before needs. Can be
 * repeated, and started twice at once. Throws with the migration's name and the SQL error; that migration then changed
 * nothing.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { databaseUrl, prismaDir, queuesInPostgres, contracting, say } = options;
  const migrations = readMigrations(path.join(prismaDir, 'migrations'));
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    const history = await readHistory(session);
    const pending = migrations.filter(({ name }) => !history.has(name));
    for (const { name, checksum } of migrations)
      if (history.has(name) && history.get(name) !== checksum)
        say(`warning: ${name} was edited after it was applied here; the edit has no effect`);
    for (const migration of pending) {
      await applyMigration(session, migration);
      say(`applied ${migration.name}`);
    }
    if (pending.length === 0) say('no pending migrations');
    await contract(session, { now: contracting || history.size === 0, say });
    if (queuesInPostgres) {
      const { migrateQueues } = await import('@topup/runtime');
      say(`queue tables are at version ${await migrateQueues(databaseUrl)}`);
    }
  } finally {
    await session.close();
  }
}

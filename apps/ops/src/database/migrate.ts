import path from 'node:path';
import { buildAhead, undoAhead } from './build-ahead';
import { contract } from './contract';
import { sendWhenFree } from './lock-wait';
import { type Migration, readMigrations } from './migration-files';
import { applyMigration, readHistory } from './migration-history';
import { type MoneyRuleSettings, writeMoneyRule } from './money-rule';
import { openSession, type Say, type Session } from './session';

export type MigrateOptions = {
  databaseUrl: string;
  prismaDir: string;
  queuesInPostgres: boolean;
  /** Whether no process of the version before runs any more, so that what only it needs may go. */
  contracting: boolean;
  rule: MoneyRuleSettings;
  say: Say;
};

/**
 * Applies every migration of `prismaDir` that the database does not have yet, in order, each in its own transaction,
 * and records it in `_prisma_migrations` as `prisma migrate deploy` does. With `queuesInPostgres`, BullMQ's own tables
 * too. It writes the rule of money (writeMoneyRule). When `contracting`, and always on a new database, it also drops
 * what only the version before needs. Can be repeated, and started twice at once. A migration that does not get its
 * locks lets others go first, for up to 10 minutes. Throws with the migration's name and the SQL error; that migration
 * then changed nothing.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { databaseUrl, prismaDir, queuesInPostgres, contracting, rule, say } = options;
  const migrations = readMigrations(path.join(prismaDir, 'migrations'));
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    const history = await readHistory(session);
    const pending = migrations.filter(({ name }) => !history.has(name));
    for (const { name, checksum } of migrations)
      if (history.has(name) && history.get(name) !== checksum)
        say(`warning: ${name} was edited after it was applied here; the edit has no effect`);
    await applyAll(session, pending, options);
    if (pending.length === 0) say('no pending migrations');
    await writeMoneyRule(session, rule, say);
    await contract(session, { now: contracting || history.size === 0, say });
    if (queuesInPostgres) {
      const { migrateQueues } = await import('@topup/runtime');
      say(`queue tables are at version ${await migrateQueues(databaseUrl)}`);
    }
  } finally {
    await session.close();
  }
}

async function applyAll(session: Session, pending: Migration[], { databaseUrl, say }: MigrateOptions): Promise<void> {
  const watcher = await openSession(databaseUrl, say);
  try {
    for (const migration of pending) {
      const waits = { session, watcher, say: (line: string) => say(`${migration.name} ${line}`) };
      const send = (script: string) => sendWhenFree(waits, script);
      try {
        await buildAhead(session, migration.name, send, say);
        await applyMigration(session, migration, send);
      } catch (error) {
        await undoAhead(migration.name, send);
        throw error;
      }
      say(`applied ${migration.name}`);
    }
  } finally {
    await watcher.close();
  }
}

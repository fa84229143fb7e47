import path from 'node:path';
import { adopt } from './adopt';
import { applyFunctions, createTriggerFunctions, readFunctions } from './functions';
import { sendWhenFree } from './lock-wait';
import { type Migration, readMigrations } from './migration-files';
import { applyMigration, readHistory } from './migration-history';
import { type MoneyRuleSettings, writeMoneyRule } from './money-rule';
import { openSession, type Say, type Session } from './session';

type MigrateOptions = {
  databaseUrl: string;
  prismaDir: string;
  queuesInPostgres: boolean;
  rule: MoneyRuleSettings;
  say: Say;
};

/**
 * Applies every migration of `prismaDir` that the database does not have yet, in order, each in its own transaction,
 * and records it in `_prisma_migrations` as `prisma migrate deploy` does; then the functions (`applyFunctions`). With
 * `queuesInPostgres`, BullMQ's own tables too. It writes the rule of money (writeMoneyRule). Can be repeated, and
 * started twice at once. A migration that does not get its locks lets others go first, for up to 10 minutes.
 * @throws Error with the name of the migration or the file of the function, and the SQL error. That one then changed
 *   nothing
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { databaseUrl, prismaDir, queuesInPostgres, rule, say } = options;
  const functions = readFunctions(path.join(prismaDir, 'functions'));
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    const history = await readHistory(session);
    const migrations = adopt(readMigrations(path.join(prismaDir, 'migrations')), history);
    const pending = migrations.filter(({ name }) => !history.has(name));
    for (const { name, checksum } of migrations)
      if (history.has(name) && history.get(name) !== checksum)
        say(`warning: ${name} was edited after it was applied here; the edit has no effect`);
    await createTriggerFunctions(session, functions);
    await applyAll(session, pending, options);
    if (pending.length === 0) say('no pending migrations');
    await applyFunctions(session, functions, say);
    await writeMoneyRule(session, rule, say);
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
      await applyMigration(session, migration, (script) => sendWhenFree(waits, script));
      say(`applied ${migration.name}`);
    }
  } finally {
    await watcher.close();
  }
}

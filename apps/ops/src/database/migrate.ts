import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DiagnoseMigrationHistoryOutput, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import { readMigrations } from './migration-files';
import { openSchemaEngine } from './schema-engine';
import { openSession, type Say, type Session } from './session';

const filters = { externalTables: [], externalEnums: [] };

/**
 * Applies every migration of `prismaDir` that the database does not have yet, in order, each in its own transaction, and notes it in
 * `_prisma_migrations` as `prisma migrate deploy` does. Safe to start twice at once and to repeat. With `queuesInPostgres`, BullMQ's own
 * tables too. Throws with the migration's name and the SQL error; that migration then left nothing behind.
 */
export async function migrate({ databaseUrl, prismaDir, queuesInPostgres, say }: MigrateOptions): Promise<void> {
  const migrations = readMigrations(path.join(prismaDir, 'migrations'));
  const schema = readFileSync(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const session = await openSession(databaseUrl, say);
  try {
    const engine = await openSchemaEngine(session, schema);
    const history = await settleHistory(session, engine, migrations);
    for (const name of history.editedMigrationNames)
      say(`warning: ${name} was edited after it was applied here; the edit has no effect`);
    const applied = await applyPending(session, engine, migrations);
    for (const name of applied) say(`applied ${name}`);
    if (applied.length === 0) say('no pending migrations');
    if (queuesInPostgres) {
      const { migrateQueues } = await import('@topup/runtime');
      say(`queue tables are at version ${await migrateQueues(databaseUrl)}`);
    }
  } finally {
    await session.close();
  }
}

export type MigrateOptions = { databaseUrl: string; prismaDir: string; queuesInPostgres: boolean; say: Say };

// Prisma refuses to go on while a migration is noted as started and not finished. Here that always means rolled back: the end is noted
// in the script's own transaction, and whoever ran it is gone once we hold the lock.
async function settleHistory(
  session: Session,
  engine: SchemaEngine,
  migrations: MigrationList,
): Promise<DiagnoseMigrationHistoryOutput> {
  await session.lock();
  const history = await engine.diagnoseMigrationHistory({
    migrationsList: migrations,
    optInToShadowDatabase: false,
    filters,
  });
  for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
  return history;
}

async function applyPending(session: Session, engine: SchemaEngine, migrations: MigrationList): Promise<string[]> {
  try {
    return (await engine.applyMigrations({ migrationsList: migrations, filters })).appliedMigrationNames;
  } catch (error) {
    const { failedMigrationNames } = await settleHistory(session, engine, migrations);
    throw failedMigrationNames.length === 0
      ? error
      : new Error(`migration ${failedMigrationNames[0]} was rolled back: ${sqlErrorOf(error)}`);
  }
}

// The engine puts words of its own before the database's message and a trace of its functions below.
function sqlErrorOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /Error querying the database: (.*?)(?:\n +0: |$)/s.exec(message)?.[1] ?? message;
}

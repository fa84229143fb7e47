import { runMigrations } from 'bullmq';
import { postgresClient } from '../postgres/connection-to';
import { PG_SCHEMA } from './store-options';

/**
 * Creates or updates BullMQ's own tables, for queues that are kept on Postgres. All or nothing; returns their version.
 */
export async function migrateQueues(databaseUrl: string): Promise<number> {
  const client = postgresClient(databaseUrl);
  await client.connect();
  try {
    return await runMigrations(client, PG_SCHEMA);
  } finally {
    await client.end();
  }
}

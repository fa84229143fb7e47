import { setTimeout as sleep } from 'node:timers/promises';
import { MEANING_SETTINGS, startUpOptions } from '@topup/core/shared';
import { postgresClient } from '@topup/runtime/postgres';
import { type Client, DatabaseError, type QueryResult } from 'pg';

const WAIT_MS = 30_000;
const RETRY_MS = 500;
const STARTING_UP = '57P03';
// The key that Prisma's own commands lock, so that `prisma migrate deploy` and ours exclude each other too.
const PRISMA_MIGRATION_LOCK = 72707369;

export type Say = (line: string) => void;
/** One connection. The lock and the work under it live and end together. */
export type Session = {
  query(sql: string, values?: unknown[]): Promise<QueryResult>;
  /** Waits until nobody else migrates this database or grants rights in it. Released when the session closes. */
  lock(): Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Opens a session. Waits up to 30 s for a server that does not answer yet, because containers start in any order, and
 * says so. An answer such as a wrong password is thrown at once.
 */
export async function openSession(databaseUrl: string, say: Say): Promise<Session> {
  const giveUpAt = Date.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const client = newClient(databaseUrl);
    try {
      await client.connect();
      return sessionOn(client);
    } catch (error) {
      await client.end();
      if (isAnswer(error) || Date.now() >= giveUpAt) throw new Error(`The database cannot be used: ${reasonOf(error)}`);
      if (attempt === 1) say(`waiting for the database (${reasonOf(error)})`);
      await sleep(RETRY_MS);
    }
  }
}

function newClient(databaseUrl: string): Client {
  const client = postgresClient(databaseUrl, {
    connectionTimeoutMillis: 5_000,
    options: startUpOptions(MEANING_SETTINGS), // so a migration gives the same result on every server
  });
  // A connection that breaks between two queries emits this; the next query fails with the reason.
  return client.on('error', () => undefined);
}

// When this process is killed in the middle of a script, the server runs that script to its end and only then frees
// the lock, so the next run sees the outcome.
const sessionOn = (client: Client): Session => ({
  query: (sql, values) => client.query(sql, values),
  lock: () => client.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATION_LOCK]),
  close: () => client.end(),
});

const isAnswer = (error: unknown): boolean => error instanceof DatabaseError && error.code !== STARTING_UP;

// A host with two addresses fails with one error per address and no message of its own.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

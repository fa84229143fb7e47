import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';

const WAIT_MS = 30_000;
const RETRY_MS = 500;
const STARTING_UP = '57P03';
// The key that Prisma's own commands lock, so that ours and theirs exclude each other too.
const PRISMA_MIGRATION_LOCK = 72707369;

export type Say = (line: string) => void;
export type Session = {
  adapter: Adapter;
  pool: ReturnType<Adapter['underlyingDriver']>;
  /** Waits for whoever else migrates this database. Freed when the session closes. */
  lock(): Promise<unknown>;
  close(): Promise<void>;
};
type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * One session on the database, for as long as the caller needs it. Waits up to 30 s for a server that does not answer yet
 * (containers start in any order) and says so; an answer such as a wrong password is thrown at once.
 */
export async function openSession(databaseUrl: string, say: Say): Promise<Session> {
  const session = await connect(databaseUrl);
  const giveUpAt = Date.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.pool.query('SELECT 1');
      return session;
    } catch (error) {
      if (hasAnswered(error) || Date.now() >= giveUpAt) {
        await session.close();
        throw new Error(`The database cannot be used: ${reasonOf(error)}`);
      }
      if (attempt === 1) say(`waiting for the database (${reasonOf(error)})`);
      await sleep(RETRY_MS);
    }
  }
}

// A pool of one: every statement runs in the same session, so the lock and what it protects live and die together. When this process is
// killed in the middle of a script, the server runs that script to its end and only then frees the lock: the next run sees the outcome.
async function connect(databaseUrl: string): Promise<Session> {
  const factory = new PrismaPg({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC', // the adapter writes times without a zone
  });
  const adapter = await factory.connect();
  const pool = adapter.underlyingDriver();
  return {
    adapter,
    pool,
    lock: () => pool.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATION_LOCK]),
    close: () => adapter.dispose(),
  };
}

function hasAnswered(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && 'code' in error && error.code !== STARTING_UP;
}

// A host with two addresses fails with one error per address and no message of its own.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

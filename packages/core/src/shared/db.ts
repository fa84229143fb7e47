import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../generated/prisma/client';

/** The database. Only stores use it. */
export type Db = PrismaClient;

/** The database, or one transaction on it: for statements that can be part of a larger transaction. */
export type DbOrTransaction = Prisma.TransactionClient;

export const sql = Prisma.sql;

export type DatabaseOptions = {
  url: string;
  /** The most connections. */
  max: number;
  /** The application_name in pg_stat_activity. */
  name: string;
  onError: (error: Error) => void;
  /**
   * How long to wait for a silent server. Default 8,000. Use less when a client is waiting, and hours for a
   * verification.
   */
  queryTimeoutMs?: number;
};

/**
 * Requested by every connection. TimeZone must be UTC: with any other adapter-pg reads and writes timestamps wrongly
 * (prisma/orm#26786).
 */
const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
};

/**
 * Opens a pool of at most `max` connections. Every wait ends: after 2 s for a connection, 2 s for a lock, 5 s for a
 * statement, 8 s for a silent server.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const adapter = new PrismaPg(
    {
      connectionString: options.url,
      max: options.max,
      application_name: options.name,
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      query_timeout: options.queryTimeoutMs ?? 8_000,
      options: Object.entries(SESSION_SETTINGS)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
    {
      onPoolError: options.onError,
      onConnectionError: options.onError,
      statementNameGenerator: ({ sql: text }) => statementName(text),
    },
  );
  return new PrismaClient({ adapter });
}

/**
 * Checks that money is safe on this server: READ COMMITTED as the default isolation (after their locks the set-based
 * statements read in a new snapshot), and commits that survive a power cut.
 *
 * Also checks that the connection has the session settings it requested, which a pooler may drop: without them times
 * shift and waits do not end.
 * @throws Error with the name and the value of each wrong setting
 */
export async function assertDatabaseKeepsPromises(db: Db): Promise<void> {
  const promises = {
    default_transaction_isolation: ['read committed'],
    fsync: ['on'],
    synchronous_commit: ['on', 'remote_write', 'remote_apply'],
  };
  const requested = Object.fromEntries(Object.entries(SESSION_SETTINGS).map(([name, value]) => [name, [value]]));
  const settings = await db.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name = ANY (${Object.keys({ ...promises, ...requested })})`;
  const faults = (wanted: Record<string, string[]>) =>
    settings
      .filter(({ name, setting }) => wanted[name]?.includes(setting) === false)
      .map(({ name, setting }) => `${name} is ${setting}`)
      .join(', ');
  if (faults(promises)) throw new Error(`PostgreSQL is set so that money could be lost: ${faults(promises)}.`);
  if (faults(requested))
    throw new Error(`Our connections do not get the settings they ask for (a pooler?): ${faults(requested)}.`);
}

/**
 * What a failed statement means for the caller.
 * - `item`: the database did not accept the data of an item; nothing was written.
 * - `again`: a lock, deadlock or time limit; nothing was written, and the same statement may work in a moment.
 * - `late`: the statement ran after its caller's deadline; nothing was written.
 * - `unreached`: it was never sent, or the server does not work now; nothing was written.
 * - `unknown`: the connection broke; it may or may not have been written.
 */
export type DatabaseFault = 'item' | 'again' | 'late' | 'unreached' | 'unknown';

/** Sorts an error of a statement by its SQLSTATE, or by its text when it has none. */
export function databaseFault(error: unknown): DatabaseFault {
  const { state, kind, message } = causeOf(error);
  if (state === 'TP001') return 'late';
  if (['40001', '40P01', '55P03', '57014', '53200'].includes(state)) return 'again';
  if (state.startsWith('22') || state.startsWith('23')) return 'item';
  if (state.startsWith('53') || state === '57P03') return 'unreached';
  if (state !== '' && !state.startsWith('57P') && !state.startsWith('08')) return 'item';
  // nothing was sent yet: ECONNREFUSED, ENOTFOUND, and the timeout of the pool
  if (kind === 'DatabaseNotReachable' || message.includes('timeout exceeded when trying to connect'))
    return 'unreached';
  return 'unknown';
}

/**
 * A raw statement fails with P2010 and has the SQLSTATE in the driver error inside; a lost connection is a plain Error.
 */
function causeOf(error: unknown): { state: string; kind: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const driver = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  const cause: { originalCode?: unknown; kind?: unknown } =
    driver instanceof Error && typeof driver.cause === 'object' && driver.cause !== null ? driver.cause : {};
  return {
    state: typeof cause.originalCode === 'string' ? cause.originalCode : '',
    kind: typeof cause.kind === 'string' ? cause.kind : '',
    message,
  };
}

/** One prepared statement per text, with a readable name for the protocol: `claim_purchases_1f0c…`. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const verb = /FROM\s+([a-z_]+)\s*\(/.exec(text)?.[1] ?? text.trim().split(/\s/, 1)[0]?.toLowerCase() ?? 'statement';
  const name = `${verb.slice(0, 40)}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  if (names.size < 500) names.set(text, name);
  return name;
}
const names = new Map<string, string>();

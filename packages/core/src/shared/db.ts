import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../generated/prisma/client';

/** The database. Only stores use it. */
export type Db = PrismaClient;

/** The same, or one transaction on it: for statements that may have to stand or fall with others. */
export type DbOrTransaction = Prisma.TransactionClient;

export const sql = Prisma.sql;

export type DatabaseOptions = {
  url: string;
  /** Connections at most. */
  max: number;
  /** As pg_stat_activity shows it. */
  name: string;
  onError: (error: Error) => void;
  /** How long a silent server is waited for. Default 8,000. An audit needs more, and lifts its own statement_timeout; where a client waits it must be less. */
  queryTimeoutMs?: number;
};

/** What every connection asks for when it begins. TimeZone UTC is not a taste: adapter-pg reads and writes timestamps wrongly under any other (prisma/orm#26786). */
const ASKED_FOR = {
  TimeZone: 'UTC',
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
};

/**
 * Opens a pool of at most `max` connections. Every wait has an end: 2 s for a connection, 2 s for a lock, 5 s for a statement, 8 s when the server is
 * silent.
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
      options: Object.entries(ASKED_FOR)
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
 * Refuses a server on which the money rules would not hold: another default isolation than READ COMMITTED (the set-based statements read after their
 * locks in a new snapshot), or commits that a power cut can take back. Also a connection that has not got what it asked for, because a pooler in between
 * has dropped it: without it times shift, and waits have no end.
 * @throws Error naming the setting and its value
 */
export async function assertDatabaseKeepsPromises(db: Db): Promise<void> {
  const promises = {
    default_transaction_isolation: ['read committed'],
    fsync: ['on'],
    synchronous_commit: ['on', 'remote_write', 'remote_apply'],
  };
  const asked = Object.fromEntries(Object.entries(ASKED_FOR).map(([name, value]) => [name, [value]]));
  const settings = await db.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name = ANY (${Object.keys({ ...promises, ...asked })})`;
  const faults = (wanted: Record<string, string[]>) =>
    settings
      .filter(({ name, setting }) => wanted[name]?.includes(setting) === false)
      .map(({ name, setting }) => `${name} is ${setting}`)
      .join(', ');
  if (faults(promises)) throw new Error(`PostgreSQL is set so that money could be lost: ${faults(promises)}.`);
  if (faults(asked))
    throw new Error(`Our connections do not get the settings they ask for (a pooler?): ${faults(asked)}.`);
}

/**
 * What a failed statement means for the caller.
 * - `item`: the data of some item was refused; nothing was written.
 * - `again`: a lock, deadlock or time limit; nothing was written and the same may work in a moment.
 * - `late`: the statement ran after its caller's deadline and wrote nothing.
 * - `unreached`: it never left, or the server refused to work; nothing was written.
 * - `unknown`: the connection went away under it; it may or may not have been written.
 */
export type DatabaseFault = 'item' | 'again' | 'late' | 'unreached' | 'unknown';

export function databaseFault(error: unknown): DatabaseFault {
  const { state, kind, message } = causeOf(error);
  if (state === 'TP001') return 'late';
  if (['40001', '40P01', '55P03', '57014', '53200'].includes(state)) return 'again';
  if (state.startsWith('22') || state.startsWith('23')) return 'item';
  if (state.startsWith('53') || state === '57P03') return 'unreached';
  if (state !== '' && !state.startsWith('57P') && !state.startsWith('08')) return 'item';
  // ECONNREFUSED and ENOTFOUND happen before anything is sent; so does the pool's own timeout
  if (kind === 'DatabaseNotReachable' || message.includes('timeout exceeded when trying to connect'))
    return 'unreached';
  return 'unknown';
}

/** Raw statements fail with P2010 and the SQLSTATE in a driver error below it; lost connections with a plain Error. */
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

/** One prepared statement per text. The name tells which one it is in pg_stat_activity and in the protocol: `claim_purchases_1f0c…`. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const called = /FROM\s+([a-z_]+)\s*\(/.exec(text)?.[1] ?? text.trim().split(/\s/, 1)[0]?.toLowerCase() ?? 'statement';
  const name = `${called.slice(0, 40)}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  if (names.size < 500) names.set(text, name);
  return name;
}
const names = new Map<string, string>();

import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../generated/prisma/client';
import type { Clock } from './clock';
import { pause } from './pause';

/** The database. Only stores use it. */
export type Db = PrismaClient;

/** The database, or one transaction on it: for statements that can be part of a larger transaction. */
export type DbOrTransaction = Prisma.TransactionClient;

export const sql = Prisma.sql;

/** A statement, or a part of one. */
export type Sql = Prisma.Sql;

/** Rows as text for `jsonb_to_recordset`: a bigint is its digits. */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** The row of a statement that always has one. `from`: what gives it, for the error. */
export function onlyRow<T>([row]: T[], from = 'SELECT'): T {
  if (row === undefined) throw new Error(`${from} without a row`);
  return row;
}

type PoolConfig = Exclude<ConstructorParameters<typeof PrismaPg>[0], string | { totalCount: number }>;

type DatabaseOptions = {
  url: string;
  /** pg's class of connections, where `url` alone does not say how to connect. */
  Client?: PoolConfig['Client'];
  max: number;
  /** The application_name in pg_stat_activity. */
  name: string;
  onError: (error: Error) => void;
  /** Judges the server of a new connection. What it throws, the caller of a statement gets; nothing ran then. */
  accept?: ((connection: Connection) => Promise<void>) | undefined;
  /** How long a new connection may take. Default 2,000. */
  connectTimeoutMs?: number;
  /** How long to wait for a silent server. Default 8,000; less when a client waits, hours for a verification. */
  queryTimeoutMs?: number;
  /**
   * Pooler between us and the server (default: none). A transaction pooler gives the same server connection to many
   * of our connections: so they name no statements, and the role must have SESSION_SETTINGS (`db:grant --pooler`).
   */
  pooler?: 'none' | 'transaction';
};

/**
 * Settings that fix the meaning of a statement and its answer, whatever the role or the database is set to.
 * TimeZone must be UTC: with any other zone adapter-pg reads and writes timestamps wrongly (prisma/orm#26786).
 */
export const MEANING_SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  search_path: 'public',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
};

export const SESSION_SETTINGS = {
  ...MEANING_SETTINGS,
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
};

const BEHIND_A_POOLER =
  'Behind a pooler run `npm run db:grant -- --role <role> --pooler`, and let the pooler make new connections.';

/** How often an idle connection is probed, so that no firewall forgets it, and a server that is gone is noticed. */
const KEEP_ALIVE_MS = 10_000;

/** Every wait ends: 2 s for a connection, 2 s for a lock, 5 s for a statement, 8 s for a silent server. */
export function openDatabase(options: DatabaseOptions): Db {
  const pooled = options.pooler === 'transaction';
  const report = (error: Error) => void (expected.has(error) || options.onError(error));
  const adapter = new PrismaPg(
    {
      connectionString: options.url,
      ...(options.Client && { Client: options.Client }),
      max: options.max,
      application_name: options.name,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
      // the last one stays: after a rest a new one would take 60 ms of the first purchase, with its cold plans
      min: 1,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onConnect: (client) => {
        // pg-pool's own listener is off while a connection changes hands: a server that ended it then ended our
        // process.
        client.on('error', (error) => void (cutByUs.has(client) && expected.add(error)));
        endWhenGivenUp(client);
        return options.accept?.(connectionOn(client));
      },
      query_timeout: options.queryTimeoutMs ?? 8_000,
      ...(!pooled && { options: startUpOptions(SESSION_SETTINGS) }),
    },
    {
      onPoolError: report,
      onConnectionError: report,
      ...(!pooled && { statementNameGenerator: ({ sql: text }: { sql: string }) => statementName(text) }),
    },
  );
  return new PrismaClient({ adapter });
}

export const startUpOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');

/** Connections that `cut` has ended, and the errors with which they did: nobody has to be told of them. */
const cutByUs = new WeakSet<object>();
const expected = new WeakSet<Error>();

/** Something that runs statements with `$1` in them. */
export type Asking = { query<Row>(text: string, values: unknown[]): Promise<Row[]> };

export type Connection = Asking & {
  /** Ends it as if its server had gone: what runs on it has an unknown outcome. */
  cut(): void;
  onEnd(call: () => void): void;
};

type Client = {
  query(...args: unknown[]): unknown;
  end(): Promise<void>;
  once(event: 'end', call: () => void): unknown;
  on(event: 'notice', call: (notice: { routine?: string }) => void): unknown;
  connection: { stream: { destroy(): void } };
};

function connectionOn(connection: object): Connection {
  const client = connection as Client;
  return {
    query: async (text, values) => ((await client.query(text, values)) as { rows: never[] }).rows,
    cut() {
      cutByUs.add(connection);
      client.connection.stream.destroy();
    },
    onEnd: (call) => void client.once('end', call),
  };
}

/**
 * Ends a connection with the first statement that
 * - is given up: pg would keep the connection and drop the ROLLBACK behind that statement, and nobody would commit what
 *   the next caller writes;
 * - the server declines because the session is read-only: it stays so after the server is not;
 * - no standby has, because the wait for one was cancelled: PostgreSQL acknowledges it with a notice, and a failover
 *   would lose it. Its outcome is unknown, as if the connection had broken.
 */
function endWhenGivenUp(connection: object): void {
  const client = connection as Client;
  const { query, end } = client;
  let isUnsafe = false;
  client.on('notice', ({ routine }) => {
    isUnsafe ||= routine === WAITS_FOR_STANDBY;
  });
  const givenUp = (error: unknown) => {
    const isReadOnly = error instanceof Error && 'code' in error && error.code === READ_ONLY;
    if (isReadOnly || (error instanceof Error && error.message === QUERY_TIMEOUT)) void end.call(connection);
  };
  function unsafe(): Error {
    client.connection.stream.destroy();
    return new Error('Connection terminated: a commit may be on this server alone');
  }
  Object.assign(connection, {
    query: (...args: unknown[]) => {
      const done = args.at(-1);
      if (typeof done === 'function')
        args[args.length - 1] = (error: unknown, result: unknown) => done(isUnsafe ? unsafe() : error, result);
      const result = query.apply(connection, args);
      if (!(result instanceof Promise)) return result;
      result.catch(givenUp);
      return result.then((rows) => (isUnsafe ? Promise.reject(unsafe()) : rows));
    },
  });
}

/** The function of PostgreSQL that reports a cancelled wait: its text can be in any language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

/** SQLSTATE of a write to a server that takes none: a standby, or one that its host has set so when a disk was full. */
const READ_ONLY = '25006';
/** Text of pg's error for a statement that was not answered within `queryTimeoutMs`. */
const QUERY_TIMEOUT = 'Query read timeout';
/** Text in the error of a check that refuses a server before anything runs on it (`accept`). */
export const NOT_USED = 'this database server is not used';
/** Text of the error of pg's pool when no connection became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/**
 * Checks that money is safe on this server: READ COMMITTED, because statements read after their locks in a new
 * snapshot, triggers that run, and commits that survive a power cut. A pooler may drop SESSION_SETTINGS: without them
 * times shift, names lead elsewhere and waits do not end.
 * @throws Error with the name and the value of each wrong setting
 */
export async function assertDatabaseKeepsPromises(db: Db): Promise<void> {
  const promises = {
    default_transaction_isolation: ['read committed'],
    session_replication_role: ['origin'],
    fsync: ['on'],
    synchronous_commit: ['on', 'remote_write', 'remote_apply'],
  };
  const requested: Record<string, string[]> = {
    ...Object.fromEntries(Object.entries(SESSION_SETTINGS).map(([name, value]) => [name, [value]])),
    search_path: ['public', '"$user", public'], // PostgreSQL's own: a pooler keeps it until it makes new connections
  };
  const settings = await db.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name = ANY (${Object.keys({ ...promises, ...requested })})`;
  const faults = (wanted: Record<string, string[]>) =>
    settings
      .filter(({ name, setting }) => wanted[name]?.includes(setting) === false)
      .map(({ name, setting }) => `${name} is ${setting}`)
      .join(', ');
  if (faults(promises)) throw new Error(`PostgreSQL is set so that money could be lost: ${faults(promises)}.`);
  if (faults(requested))
    throw new Error(`Our connections do not have the settings they need: ${faults(requested)}. ${BEHIND_A_POOLER}`);
}

/**
 * Meaning of a failed statement for the caller.
 * - `item`: the database did not accept the data of an item; nothing was written.
 * - `again`: a lock, deadlock or time limit; nothing was written, and the same statement may work in a moment.
 * - `late`: the statement ran after its caller's deadline; nothing was written.
 * - `unreached`: it was never sent, or the server does not work now; nothing was written.
 * - `unknown`: the connection broke; it may or may not have been written.
 */
export type DatabaseFault = 'item' | 'again' | 'late' | 'unreached' | 'unknown';

/** SQLSTATEs of a new connection: a wrong password, no such role or no access for it, no such database. */
const DECLINED = ['28P01', '28000', '3D000'];

/** Sorts an error of a statement by its SQLSTATE, or by its text when it has none. */
export function databaseFault(error: unknown): DatabaseFault {
  const { state, kind, message } = causeOf(error);
  if (state === 'TP001') return 'late';
  if (['40001', '40P01', '55P03', '57014', '53200'].includes(state)) return 'again';
  if (state.startsWith('22') || state.startsWith('23')) return 'item';
  if (state === '08P01' && KEPT_BY_POOLER.some((text) => message.includes(text))) return 'unreached';
  if (state.startsWith('53') || ['57P03', READ_ONLY, ...DECLINED].includes(state)) return 'unreached';
  if (state !== '' && !state.startsWith('57P') && !state.startsWith('08')) return 'item';
  // nothing was sent yet: ECONNREFUSED, ENOTFOUND, the timeout of the pool, and a server that is not accepted
  if (kind === 'DatabaseNotReachable' || message.includes(NO_CONNECTION) || message.includes(NOT_USED))
    return 'unreached';
  return 'unknown';
}

const REASONS: Record<DatabaseFault, string> = {
  item: 'DatabaseRejectsQuery',
  again: 'DatabaseIsBusy',
  late: 'DatabaseIsBusy',
  unreached: 'DatabaseUnreached',
  unknown: 'DatabaseConnectionLost',
};

/**
 * Waits for a check of readiness, which shows the name of its error and nothing else of it.
 * @throws an error whose name says why the database did not answer, for a person
 */
export async function withReason<T>(check: PromiseLike<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    const { state, message } = causeOf(error);
    if (message.includes(NOT_USED)) throw error; // it has such a name
    const name = state === READ_ONLY ? 'DatabaseIsReadOnly' : REASONS[databaseFault(error)];
    throw Object.assign(new Error('The database does not answer.', { cause: error }), { name });
  }
}

/** A check of readiness: whether the database takes changes. @throws as `withReason` does */
export async function assertWritable(db: Db): Promise<void> {
  await withReason(db.$executeRaw`DO $$ BEGIN
    IF current_setting('transaction_read_only')::boolean THEN RAISE read_only_sql_transaction; END IF;
  END $$`);
}

/** Texts of PgBouncer's errors when it had no server for a statement, and so did not pass it on. */
const KEPT_BY_POOLER = ['query_wait_timeout', 'pgbouncer cannot connect to server', 'server login has been failing'];

/** The SQLSTATE of a statement that failed; empty when the server has sent none. */
export const sqlStateOf = (error: unknown): string => causeOf(error).state;

/** Whether a statement failed because of the database or the way to it, and not by a mistake of our own. */
export function isDatabaseTrouble(error: unknown): boolean {
  const { state, kind, code, message } = causeOf(error);
  if (state !== '') return databaseFault(error) !== 'item';
  return TROUBLE.has(kind) || TROUBLE.has(code) || GIVEN_UP.some((text) => message.includes(text));
}

const TROUBLE = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'], // of the adapter
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2028'], // of Prisma; P2028: its transaction took too long
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'], // of the socket
]);
/** Texts in plain errors of pg and its pool. */
const GIVEN_UP = [QUERY_TIMEOUT, NO_CONNECTION, 'Connection terminated', 'is not queryable', NOT_USED];

/** After this nothing is asked again: the client has waited for long enough. */
const ASK_AGAIN_WITHIN_MS = 2_500;

/**
 * Asks the database what may be asked twice, again when the database was why it failed: the next connection may be a
 * good one. `sinceMs`: since when somebody waits, by the monotonic clock.
 */
export async function askTwice<T>(clock: Clock, ask: () => Promise<T>, sinceMs = clock.monotonicMs()): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isDatabaseTrouble(error) || clock.monotonicMs() > sinceMs + ASK_AGAIN_WITHIN_MS) throw error;
    return ask();
  }
}

/** How long a start waits for a database that is too slow. */
const START_WITHIN_MS = 60_000;
/** Texts of errors of a server or a machine that is too slow, such as one on which many processes start at once. */
const TOO_SLOW = [QUERY_TIMEOUT, NO_CONNECTION, 'connection timeout'];

/** Repeats a question of a starting process until the database has the time for it. A wrong address fails at once. */
export async function atStart<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const giveUpAt = clock.monotonicMs() + START_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const { message } = causeOf(error);
      if (!TOO_SLOW.some((text) => message.includes(text)) || clock.monotonicMs() > giveUpAt) throw error;
      await pause(500);
    }
  }
}

/** A raw statement fails with P2010 and the SQLSTATE in the driver error inside; a lost connection is a plain Error. */
export function causeOf(error: unknown): { state: string; kind: string; code: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const driver = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  const cause: { originalCode?: unknown; kind?: unknown } =
    driver instanceof Error && typeof driver.cause === 'object' && driver.cause !== null ? driver.cause : {};
  return {
    state: typeof cause.originalCode === 'string' ? cause.originalCode : '',
    kind: typeof cause.kind === 'string' ? cause.kind : '',
    code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '',
    message,
  };
}

/** Why a process or `ops` could not start, for who runs it: what failed of DATABASE_URL instead of Prisma's text. */
export function startFault(error: unknown): string {
  const { state, kind, message } = causeOf(error);
  const said = message.split('\n').filter(Boolean).at(-1) ?? '';
  const inQuotes = /Message: `(.*)`$/.exec(said)?.[1] ?? said;
  if (DECLINED.includes(state))
    return `PostgreSQL declines DATABASE_URL: ${inQuotes}. Check its user, password and database.`;
  if (kind === 'DatabaseNotReachable')
    return `DATABASE_URL leads to no PostgreSQL: ${inQuotes}. Check its host and port, and that the server runs.`;
  if (TOO_SLOW.some((text) => message.includes(text)))
    return `PostgreSQL is too slow: ${message}. Check the load of its machine and of this one, and try again.`;
  return kind === '' && state === '' ? message : `PostgreSQL failed: ${inQuotes}`;
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

import { Client, type ClientConfig, DatabaseError } from 'pg';
import { type PostgresHosts, postgresHosts } from './hosts';

/** How pg connects to a DATABASE_URL: a URL that it understands, and the class of its connections unless it is pg's. */
export type PostgresConnection = { url: string; Client?: typeof Client };

/** SQLSTATE of a server that is starting or stopping. */
const CANNOT_CONNECT_NOW = '57P03';
/** Connections that are opened together look for the server once. */
const FRESH_MS = 1_000;

/**
 * Returns what pg needs to connect to a DATABASE_URL, even one with several servers, which pg does not know. As in
 * libpq they are tried in their order, and one that declines the login ends the search.
 * @throws Error when the URL is none of PostgreSQL
 */
export function connectionTo(databaseUrl: string): PostgresConnection {
  const hosts = postgresHosts(databaseUrl);
  const [url] = hosts.urls;
  if (hosts.urls.length === 1 && hosts.attributes === 'any') return { url };
  const find = rememberBriefly(() => findServer(hosts));
  class ClientOfSeveral extends Client {
    override connect(callback?: unknown): never {
      const found = find().then((server) => {
        const { connectionParameters, connection } = this as unknown as Internals;
        // the caller that waited for this connection may have given it up meanwhile
        if (connection.stream.destroyed) throw new Error('Connection terminated while its server was looked for');
        Object.assign(this, server);
        Object.assign(connectionParameters, server);
      });
      const connect = super.connect.bind(this);
      if (typeof callback !== 'function') return found.then(() => connect()) as never;
      return void found.then(
        () => connect(callback as (error: Error) => void),
        (error) => callback(error),
      ) as never;
    }
  }
  return { url, Client: ClientOfSeveral };
}

/** A client of `connectionTo`, not connected yet. */
export function postgresClient(databaseUrl: string, config: Omit<ClientConfig, 'connectionString'> = {}): Client {
  const { url, Client: Connection = Client } = connectionTo(databaseUrl);
  return new Connection({ ...config, connectionString: url });
}

type Server = { host: string; port: number };
/** pg's own fields of a client: where it will connect to. */
type Internals = { connectionParameters: object; connection: { stream: { destroyed: boolean } } };

/** @throws Error like that of a refused connection, with the reason of each server, when none will do */
async function findServer({ urls, attributes, shuffled, timeoutMs }: PostgresHosts): Promise<Server> {
  const reasons: string[] = [];
  for (const url of shuffled ? inRandomOrder(urls) : urls) {
    const probe = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
    probe.on('error', () => undefined);
    const { host, port } = probe;
    try {
      await probe.connect();
      const reason = attributes === 'any' ? undefined : await unfit(probe, attributes);
      if (reason === undefined) return { host, port };
      reasons.push(`${host}:${port} ${reason}`);
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== CANNOT_CONNECT_NOW) throw error;
      reasons.push(`${host}:${port} ${error instanceof Error ? error.message || error.name : error}`);
    } finally {
      void probe.end().catch(() => undefined); // a server that hangs would not answer the goodbye
    }
  }
  const nobody = new Error(`no server of DATABASE_URL will do: ${reasons.join('; ')}`);
  return Promise.reject(Object.assign(nobody, { code: 'ECONNREFUSED', errno: -111, syscall: 'connect' }));
}

async function unfit(probe: Client, attributes: 'read-write' | 'primary'): Promise<string | undefined> {
  const { rows } = await probe.query<{ standby: boolean; read_only: string }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS read_only`,
  );
  if (rows[0]?.standby !== false) return 'is a standby';
  return attributes === 'read-write' && rows[0].read_only !== 'off' ? 'is read-only' : undefined;
}

function rememberBriefly<T>(find: () => Promise<T>): () => Promise<T> {
  let found: { by: Promise<T>; untilMs: number } | undefined;
  return () => {
    if (found !== undefined && performance.now() < found.untilMs) return found.by;
    const search = { by: find(), untilMs: Number.POSITIVE_INFINITY };
    found = search;
    search.by.then(
      () => {
        search.untilMs = performance.now() + FRESH_MS;
      },
      () => {
        search.untilMs = 0;
      },
    );
    return search.by;
  };
}

function inRandomOrder<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

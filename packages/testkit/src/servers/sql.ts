import { Client, Pool } from 'pg';

/** Runs `work` on one connection of its own and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // a lost server fails the query; an unhandled error event would also end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Queries = {
  /** Runs SQL. `bigint` columns come as strings. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Closes the connections. The next query opens new ones. */
  close(): Promise<void>;
};

/**
 * Up to three connections for repeated queries, each closed after half a second without one. Opening one costs client
 * and server 13 ms of CPU together, 20 times a query, and tests query every 10 ms. Session settings do not last.
 */
export function openQueries(url: string): Queries {
  let pool: Pool | undefined;
  const open = () => {
    const opened = new Pool({
      connectionString: url,
      max: 3,
      idleTimeoutMillis: 500,
      connectionTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    return opened.on('error', () => undefined); // an idle connection that lost its server
  };
  return {
    sql: async (text, values = []) => {
      pool ??= open();
      return (await pool.query(text, values)).rows;
    },
    close: async () => {
      const closing = pool;
      pool = undefined;
      await closing?.end();
    },
  };
}

/** The same server and user, another database. */
export function atDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

import { Client, Pool } from 'pg';

/** Runs `work` on one connection of its own and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // a server that goes away fails the query; unheard, it would end the process too
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type Questions = {
  /** Runs SQL. `bigint` columns come as strings. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Closes its connections. Another question would open one again. */
  close(): Promise<void>;
};

/**
 * Connections to ask over again and again, up to three and each until nobody has asked for half a second: opening one costs client and server 13 ms of CPU
 * together, 20 times a question, and tests ask every 10 ms. Nothing that a statement sets for its session may be relied on.
 */
export function openQuestions(url: string): Questions {
  let pool: Pool | undefined;
  const open = () => {
    const opened = new Pool({
      connectionString: url,
      max: 3,
      idleTimeoutMillis: 500,
      connectionTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    return opened.on('error', () => undefined); // of an idle connection, whose server has gone away
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

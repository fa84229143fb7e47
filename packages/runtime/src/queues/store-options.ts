import { createIORedisClient, RedisConnection } from 'bullmq';
import { errorFields, type Log } from '../log';
import { connectionTo } from '../postgres/connection-to';
import { openRedis } from '../redis';

/** Where the queues are kept: on Redis or its Sentinels when there is a URL, else on Postgres (schema `bullmq`). */
export type QueueStore = { redisUrl: string | undefined; databaseUrl: string };

/** How long a call that adds a job, or opens a queue, waits for the store. */
export const STORE_TIMEOUT_MS = 1_000;
/** The schema of BullMQ's own tables. */
export const PG_SCHEMA = 'bullmq';
/** How many events a queue keeps for those who watch it. */
export const MAX_EVENTS = 10_000;

/** Commands fail at once while Redis is away: for what a client waits for. */
export const FAIL_AT_ONCE = { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: STORE_TIMEOUT_MS };
/** Commands wait until Redis is back: for workers and watchers. BullMQ demands `null` of both. */
export const WAIT_FOR_REDIS = { maxRetriesPerRequest: null };

/** Lets BullMQ open a queue while Redis is down. With only one of them it waits forever, or stays broken. */
export const OPEN_WITHOUT_REDIS = { skipWaitingForReady: true, skipVersionCheck: true };

// BullMQ makes its connections itself, several for a worker. Its factory is how it learns of Sentinels.
RedisConnection.clientFactory = ({ url = '', ...options }) => createIORedisClient(openRedis(url, options));

/** BullMQ's options for a queue on Redis. */
export function onRedis(
  { redisUrl = '' }: QueueStore,
  options: { maxRetriesPerRequest: number | null; enableOfflineQueue?: boolean; commandTimeout?: number },
) {
  return {
    connection: {
      ...options,
      url: redisUrl,
      connectTimeout: 2_000,
      retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000) + Math.random() * 100,
      reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    },
  };
}

/** BullMQ's options for a queue on Postgres, with at most `max` connections. */
export function onPostgres({ databaseUrl }: QueueStore, max: number) {
  const { url, Client } = connectionTo(databaseUrl);
  // BullMQ makes the connection that listens itself, with pg's own class
  if (Client !== undefined) throw new Error('DATABASE_URL may name several servers only where REDIS_URL is set.');
  // A first connection that fails ends the process (see serveQueue), so a busy machine gets time for it.
  return { connection: { connectionString: url, schema: PG_SCHEMA, max, connectionTimeoutMillis: 10_000 } };
}

/** Logs errors of the store, one line in ten seconds at most: an absent store reports itself many times a second. */
export function warnOf(log: Log, what: string): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    log.warn(`${what}: the queue store fails; purchases go on through the database`, errorFields(error));
  };
}

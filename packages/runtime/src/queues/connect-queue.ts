import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, type JobsOptions, Queue, runMigrations } from 'bullmq';
import { postgresClient } from '../postgres/connection-to';
import { within } from '../within';
import {
  FAIL_AT_ONCE,
  MAX_EVENTS,
  OPEN_WITHOUT_REDIS,
  onPostgres,
  onRedis,
  PG_SCHEMA,
  type QueueStore,
  STORE_TIMEOUT_MS,
} from './store-options';

/**
 * Opens a queue as BullMQ knows it. It waits a second for Redis and then goes on without: commands fail at once while
 * Redis is away, and work again when it is back.
 * @param max connections it may have when it is on Postgres
 * @throws when the queues are on a Postgres that cannot be reached
 */
export async function connectQueue(store: QueueStore, name: string, max: number, onError: (error: Error) => void) {
  const opts = { ...OPEN_WITHOUT_REDIS, streams: { events: { maxLen: MAX_EVENTS } } };
  const queue = store.redisUrl
    ? new Queue(name, { ...opts, ...onRedis(store, FAIL_AT_ONCE) })
    : new Queue(name, { ...opts, ...onPostgres(store, max) }, createPostgresBackend);
  queue.on('error', onError);
  if (store.redisUrl) await untilAnswered(queue);
  else await queue.count(); // BullMQ remembers a first connection to Postgres that failed: better to throw now
  return queue;
}

/** Resolves when the store answers, or a second later. `waitUntilReady` does not wait with skipWaitingForReady. */
async function untilAnswered(queue: { count(): Promise<number> }): Promise<void> {
  const giveUpAt = performance.now() + STORE_TIMEOUT_MS;
  while (performance.now() < giveUpAt) {
    const answered = await within(STORE_TIMEOUT_MS, 'the queue store', queue.count()).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(20);
  }
}

/** On Postgres, BullMQ 6.7 creates and drops two temporary tables for each call of `addBulk`. */
export async function addJobs(
  queue: Pick<Queue, 'add' | 'addBulk'>,
  jobs: { name: string; data: unknown; opts: JobsOptions }[],
): Promise<void> {
  const [first, ...others] = jobs;
  if (first !== undefined && others.length === 0) await queue.add(first.name, first.data, first.opts);
  else await queue.addBulk(jobs);
}

/** Creates or updates BullMQ's own tables, for queues on Postgres. All or nothing; returns their version. */
export async function migrateQueues(databaseUrl: string): Promise<number> {
  const client = postgresClient(databaseUrl);
  await client.connect();
  try {
    return await runMigrations(client, PG_SCHEMA);
  } finally {
    await client.end();
  }
}

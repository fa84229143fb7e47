import { setTimeout as sleep } from 'node:timers/promises';
import {
  createIORedisClient,
  createPostgresBackend,
  type JobsOptions,
  Queue,
  QueueEvents,
  type QueueEventsListener,
  QueueEventsProducer,
  RedisConnection,
  runMigrations,
  Worker,
} from 'bullmq';
import { Client } from 'pg';
import { errorFields, type Log } from './log';
import { openRedis, redisCluster } from './redis';
import { within } from './within';

/** Where the queues live: on Redis, or a Redis Cluster, when there is a URL, else on Postgres (BullMQ's own backend, schema `bullmq`). */
export type QueueStore = { redisUrl: string | undefined; databaseUrl: string };

type Hint = { id: string; requestId?: string };

/** What a job carries: one hint, or several that came at once and cost the store together what one does. */
type JobData = Hint | { hints: Hint[] };

export type QueueProducer = {
  /**
   * Hints that there is work. Returns at once; hints that gather while a call is under way go together in the next, up to sixteen in a job. The job of a
   * single one has its id as BullMQ id, so that a second hint for the same work is dropped while the first is remembered. A hint that cannot be given is
   * only counted in the log. `requestId` goes along, for the log.
   */
  enqueue(id: string, requestId?: string): void;
  /** How many jobs wait for a worker, and how many workers have in hand. Rejects when the store does not say. */
  depth(): Promise<{ waiting: number; active: number }>;
  close(): Promise<void>;
};

export type QueueConsumer = {
  /** Stops fetching; resolves when the jobs in hand are done. */
  close(): Promise<void>;
};

const ADD_TIMEOUT_MS = 1000;
const MAX_HINTS = 16; // of one job: a worker may take more than it can begin at once, and what waits in it waits for it alone until the sweeper comes
const MAX_EVENTS = 10_000;
const PG_SCHEMA = 'bullmq';
const ENDED = 'ended';
const FAIL_AT_ONCE = { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: ADD_TIMEOUT_MS };

interface EndedListener extends QueueEventsListener {
  ended: (told: { ids: string }, eventId: string) => void;
}

// BullMQ makes its connections itself, several for a worker. This is its own way of being told that they may go to a cluster.
RedisConnection.clientFactory = ({ url = '', ...options }) => createIORedisClient(openRedis(url, options));

/** The producer's end of a queue, as `connectQueue` opens it. */
export async function openQueue(
  store: QueueStore,
  name: string,
  retention: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'>,
  log: Log,
): Promise<QueueProducer> {
  const warn = warnOf(log, `queue ${name}`);
  const queue = await connectQueue(store, name, 2, warn);

  const hints = gather<Hint>(async (gathered) => {
    const once = [...new Map(gathered.map((hint) => [hint.id, hint])).values()];
    const jobs = jobsOf(once).map(({ data, ...opts }) => ({ name, data, opts: { ...retention, ...opts } }));
    // A rejection does not mean "not added", and it does not matter: the sweeper finds what no job told of.
    await within(ADD_TIMEOUT_MS, 'the queue store', queue.addBulk(jobs)).catch(warn);
  });
  return {
    enqueue: (id, requestId) => hints.add(requestId === undefined ? { id } : { id, requestId }),
    async depth() {
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      return { waiting, active };
    },
    close: async () => {
      await hints.handedOver();
      await queue.close();
    },
  };
}

/** Hands over together what is added in one tick, and what gathers while that is under way. `handOver` must not reject. */
function gather<T>(handOver: (items: T[]) => Promise<void>): { add(item: T): void; handedOver(): Promise<void> } {
  const gathered: T[] = [];
  let underWay: Promise<void> | undefined;
  async function handOverAll(): Promise<void> {
    while (gathered.length > 0) await handOver(gathered.splice(0));
    underWay = undefined;
  }
  return {
    add: (item) => {
      gathered.push(item);
      underWay ??= Promise.resolve().then(handOverAll);
    },
    handedOver: async () => underWay,
  };
}

function jobsOf(hints: Hint[]): { data: JobData; jobId?: string }[] {
  const chunks = Array.from({ length: Math.ceil(hints.length / MAX_HINTS) }, (_, i) =>
    hints.slice(i * MAX_HINTS, (i + 1) * MAX_HINTS),
  );
  return chunks.map((chunk) =>
    chunk[0] && chunk.length === 1 ? { data: chunk[0], jobId: chunk[0].id } : { data: { hints: chunk } },
  );
}

/**
 * A queue as BullMQ knows it. Gives Redis a second to be there and does without it otherwise: while it is away commands fail at once, and later ones
 * work again when it is back. `max` is how many connections it may have when it is on Postgres.
 * @throws when the queues are on a Postgres that cannot be reached
 */
export async function connectQueue(store: QueueStore, name: string, max: number, onError: (error: Error) => void) {
  // skipWaitingForReady and skipVersionCheck together: with either alone a queue opened while Redis is down waits, or stays broken, for ever.
  const opts = { skipWaitingForReady: true, skipVersionCheck: true, streams: { events: { maxLen: MAX_EVENTS } } };
  const queue = store.redisUrl
    ? new Queue(name, { ...opts, ...onRedis(store, name, FAIL_AT_ONCE) })
    : new Queue(name, { ...opts, ...onPostgres(store, max) }, createPostgresBackend);
  queue.on('error', onError);
  if (store.redisUrl) await answers(queue);
  else await queue.count(); // remembered for ever when it fails, as in serveQueue
  return queue;
}

/**
 * The worker's end: calls `process` with each hint, of at most `concurrency` jobs at a time. A queue is a hint: `process` must be safe to repeat, and is to
 * bound by itself how much it does at once. When the queues are on a Postgres that cannot be reached this ends the process, by a rejection that nobody handles.
 */
export function serveQueue(
  store: QueueStore,
  name: string,
  concurrency: number,
  process: (hint: unknown) => Promise<void>,
  log: Log,
): QueueConsumer {
  const teller = tellEnds(store, name, log);
  // A stalled job is run again, harmlessly, so it may stall often; attempts stay at one because retrying is the database row's business.
  const opts = { concurrency, maxStalledCount: 10 };
  const run = async ({ data }: { data: JobData }) => {
    if (!('hints' in data)) return process(data); // its end is its job's
    const ends = await Promise.allSettled(data.hints.map((hint) => process(hint).finally(() => teller.tell(hint.id))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  const worker = store.redisUrl
    ? new Worker(name, run, { ...opts, ...onRedis(store, name, { maxRetriesPerRequest: null }) })
    : new Worker(name, run, { ...opts, ...onPostgres(store, 4), autorun: false }, createPostgresBackend);
  worker.on('error', warnOf(log, `worker of ${name}`));
  // BullMQ 6.7 remembers a first connection to Postgres that failed; its loop would ask for that without a pause, and nothing else here would get a turn
  if (!store.redisUrl) {
    const ready = worker.waitUntilReady().then(() => worker.run());
    void ready.catch((error) => (worker.closing ? undefined : Promise.reject(error)));
  }
  worker.on('failed', (job, error) =>
    log.warn('a job failed; the sweeper will see to its row', {
      queue: name,
      job: job?.id,
      requestId: job && 'requestId' in job.data ? job.data.requestId : undefined,
      ...errorFields(error),
    }),
  );
  return {
    close: async () => {
      await worker.close();
      await teller.close();
    },
  };
}

/** Tells those who watch the queue which hints of jobs with several are done with, without waiting for the last of the job. What ends at once is told at once. */
function tellEnds(store: QueueStore, name: string, log: Log): { tell(id: string): void; close(): Promise<void> } {
  const opts = { skipWaitingForReady: true, skipVersionCheck: true };
  const events = store.redisUrl
    ? new QueueEventsProducer(name, { ...opts, ...onRedis(store, name, FAIL_AT_ONCE) })
    : new QueueEventsProducer(name, { ...opts, ...onPostgres(store, 1) }, createPostgresBackend);
  const warn = warnOf(log, `ends of ${name}`);
  events.on('error', warn);
  const ended = gather<string>(async (ids) => {
    await events.publishEvent({ eventName: ENDED, ids: ids.join(' ') }, MAX_EVENTS).catch(warn);
  });
  return {
    tell: ended.add,
    close: async () => {
      await ended.handedOver();
      await events.close();
    },
  };
}

/**
 * Calls `completed` with the id of every hint that is done with, in this or any other process: it was the only one of its job and the job has ended, or it was
 * told by itself. One listener serves all waiters.
 */
export function watchQueue(store: QueueStore, name: string, completed: (id: string) => void, log: Log): QueueConsumer {
  const events = store.redisUrl
    ? new QueueEvents(name, onRedis(store, name, { maxRetriesPerRequest: null }))
    : new QueueEvents(name, onPostgres(store, 1), createPostgresBackend);
  events.on('completed', ({ jobId }) => completed(jobId));
  events.on<EndedListener>(ENDED, ({ ids }: { ids: string }) => {
    for (const id of ids.split(' ')) completed(id);
  });
  events.on('error', warnOf(log, `events of ${name}`));
  return { close: () => events.close() };
}

/** Creates or updates BullMQ's own tables for queues kept on Postgres. All or nothing; answers the version they are at. */
export async function migrateQueues(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await runMigrations(client, PG_SCHEMA);
  } finally {
    await client.end();
  }
}

function onRedis(
  { redisUrl = '' }: QueueStore,
  name: string,
  options: { maxRetriesPerRequest: number | null; enableOfflineQueue?: boolean; commandTimeout?: number },
) {
  const connection = {
    ...options,
    url: redisUrl,
    connectTimeout: 2_000,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000) + Math.random() * 100,
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  };
  return redisCluster(redisUrl) === undefined ? { connection } : { connection, prefix: clusterPrefix(name) };
}

/**
 * BullMQ changes several keys of a queue in one script, so in a cluster all of them must be on one server: what stands in braces decides which. The queues
 * differ in it, so that they spread over the servers; with `jobs:`, airtime, data and webhooks happen to be on three different ones of three.
 */
const clusterPrefix = (name: string): string => `bull:{jobs:${name}}`;

function onPostgres({ databaseUrl }: QueueStore, max: number) {
  // a first connection that fails ends the process (see serveQueue), so one that begins on a busy machine needs time for it
  return { connection: { connectionString: databaseUrl, schema: PG_SCHEMA, max, connectionTimeoutMillis: 10_000 } };
}

/** Resolves when the store answers, or a second later. `waitUntilReady` would not do: with skipWaitingForReady it does not wait. */
async function answers(queue: { count(): Promise<number> }): Promise<void> {
  const giveUpAt = performance.now() + ADD_TIMEOUT_MS;
  while (performance.now() < giveUpAt) {
    const answered = await within(ADD_TIMEOUT_MS, 'the queue store', queue.count()).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(20);
  }
}

/** An absent store says so many times a second: one line in ten seconds is enough. */
export function warnOf(log: Log, what: string): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    log.warn(`${what}: the queue store is in trouble; purchases go on through the database`, errorFields(error));
  };
}

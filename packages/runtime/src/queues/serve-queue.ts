import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, Worker } from 'bullmq';
import { errorFields, type Log } from '../log';
import { publishCompletions } from './completions';
import { type JobData, type JobItem, unpackJob } from './job-data';
import { onPostgres, onRedis, type QueueStore, STORE_TIMEOUT_MS, WAIT_FOR_REDIS, warnOf } from './store-options';

export type QueueConsumer = {
  /** Takes no more jobs; resolves when those it has are done, also while the store is away. */
  close(): Promise<void>;
};

/**
 * Processes one item of a job. Its end is announced when this resolves, unless it calls `announce` itself: an item that
 * waits for its turn resolves at once and announces later. `queuedAtMs`: since 1970, by the clock that added the job.
 */
export type ProcessItem = (item: JobItem, announce: () => void, queuedAtMs?: number) => Promise<void>;

/**
 * The worker's end of a queue: at most `concurrency` jobs are open at a time.
 * @param process must be safe to repeat, and must itself limit how many items it works on at once
 *
 * When the queues are on a Postgres that cannot be reached, a rejection that nobody handles ends the process.
 */
export function serveQueue(
  store: QueueStore,
  name: string,
  concurrency: number,
  process: ProcessItem,
  log: Log,
): QueueConsumer {
  const completions = publishCompletions(store, name, log);
  // A stalled job runs again, without harm, so it may stall often. It has one attempt: the database row decides on
  // retries.
  const opts = { concurrency, maxStalledCount: 10 };
  /** Jobs in hand: BullMQ itself would wait for Redis as well. */
  const inHand = new Set<Promise<unknown>>();
  type Job = { id?: string; data: JobData; timestamp: number };
  const run = (job: Job) => {
    const running = runItems(job).finally(() => inHand.delete(running));
    inHand.add(running);
    return running;
  };
  const runItems = async ({ id: jobId, data, timestamp }: Job) => {
    let ended = false;
    const ends = await Promise.allSettled(
      unpackJob(data).map(async (item) => {
        let announced = false;
        const announce = () => {
          announced = true;
          // BullMQ itself announces a job's own id
          if (item.id !== jobId || ended) completions.publish(item.id);
        };
        await process(item, announce, timestamp).finally(() => announced || announce());
      }),
    );
    ended = true;
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  const worker = store.redisUrl
    ? new Worker(name, run, { ...opts, ...onRedis(store, WAIT_FOR_REDIS) })
    : new Worker(name, run, { ...opts, ...onPostgres(store, 4), autorun: false }, createPostgresBackend);
  worker.on('error', warnOf(log, `worker of ${name}`));
  if (!store.redisUrl) runOnPostgres(worker);
  worker.on('failed', (job, error) =>
    log.warn('a job failed; a sweeper will process its row', {
      queue: name,
      job: job?.id,
      requestId: job && unpackJob(job.data).find(({ id }) => id === job.id)?.requestId,
      ...errorFields(error),
    }),
  );
  return {
    async close() {
      const closing = worker.close().then(() => completions.close());
      const abandoned = Promise.allSettled(inHand).then(() => sleep(STORE_TIMEOUT_MS, undefined, { ref: false }));
      await Promise.race([closing, abandoned]);
    },
  };
}

/**
 * BullMQ 6.7 remembers a first connection to Postgres that failed. Its loop would then ask for it without a pause and
 * block this process, so the loop starts only once the connection is there.
 */
function runOnPostgres(worker: Pick<Worker, 'waitUntilReady' | 'run' | 'closing'>): void {
  const ready = worker.waitUntilReady().then(() => worker.run());
  void ready.catch((error) => (worker.closing ? undefined : Promise.reject(error)));
}

import type { JobsOptions } from 'bullmq';
import type { Log } from '../log';
import { within } from '../within';
import { collect } from './collect';
import { addJobs, connectQueue } from './connect-queue';
import { type JobItem, packJobs } from './job-data';
import { type QueueStore, STORE_TIMEOUT_MS, warnOf } from './store-options';

export type QueueProducer = {
  /**
   * Adds a job for the row with this id, and returns at once; a failure is only logged. Ids share calls of the store,
   * and up to 16 share a job. The newest job is taken first, and sweeps find what waits for long.
   * @param requestId travels along, for the log
   * @param lane in which it waits for its turn
   */
  enqueue(id: string, requestId?: string, lane?: string): void;
  /** How many jobs wait for a worker, and how many a worker is processing. Rejects when the store does not answer. */
  depth(): Promise<{ waiting: number; active: number }>;
  close(): Promise<void>;
};

/**
 * Opens the producer's end of a queue. It waits up to a second for a Redis that is away, then goes on without it.
 * @throws when the queues are on a Postgres that cannot be reached
 */
export async function openQueue(
  store: QueueStore,
  name: string,
  retention: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'>,
  log: Log,
): Promise<QueueProducer> {
  const warn = warnOf(log, `queue ${name}`);
  const queue = await connectQueue(store, name, 2, warn);
  const items = collect<JobItem>(async (collected) => {
    const distinct = [...new Map(collected.map((item) => [item.id, item])).values()];
    const jobs = packJobs(distinct).map(({ data, ...opts }) => ({
      name,
      data,
      opts: { ...retention, ...opts, lifo: true },
    }));
    // A timeout does not mean that nothing was added. Either way a sweep finds the rows that no job announced.
    await within(STORE_TIMEOUT_MS, 'the queue store', addJobs(queue, jobs)).catch(warn);
  });
  return {
    enqueue: (id, requestId, lane) =>
      items.add({ id, ...(requestId !== undefined && { requestId }), ...(lane !== undefined && { lane }) }),
    async depth() {
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      return { waiting, active };
    },
    close: async () => {
      await items.flushed();
      await queue.close();
    },
  };
}

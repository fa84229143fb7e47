import type { Log } from '../log';
import { within } from '../within';
import { connectQueue } from './connect-queue';
import { type QueueStore, warnOf } from './store-options';

/** How many jobs a queue has. `oldestSeconds`: how long the next one to be taken has waited; null when none waits. */
export type QueueCount = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number | null;
};

export type QueueCounts = {
  /** @throws Error when the store does not answer within two seconds */
  read(): Promise<QueueCount[]>;
  close(): Promise<void>;
};

type Queue = Awaited<ReturnType<typeof connectQueue>>;

const READ_TIMEOUT_MS = 2_000;

/** Counts the jobs of the queues with these names. It connects when it is read for the first time. */
export function createQueueCounts(store: QueueStore, names: readonly string[], log: Log): QueueCounts {
  const warn = warnOf(log, 'counts of the queues');
  const opened = new Map<string, Promise<Queue>>();

  function open(name: string): Promise<Queue> {
    const opening = opened.get(name) ?? connectQueue(store, name, 1, warn);
    opened.set(name, opening);
    return opening.catch((error) => {
      opened.delete(name); // otherwise one failure would be remembered forever
      throw error;
    });
  }

  async function count(name: string): Promise<QueueCount> {
    const queue = await open(name);
    const {
      waiting = 0,
      active = 0,
      delayed = 0,
      failed = 0,
    } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const [next] = waiting === 0 ? [] : await queue.getWaiting(0, 0);
    return {
      name,
      waiting,
      active,
      delayed,
      failed,
      oldestSeconds: next ? Math.max(0, (Date.now() - next.timestamp) / 1000) : null,
    };
  }

  return {
    read: () => within(READ_TIMEOUT_MS, 'the queue store', Promise.all(names.map(count))),
    close: async () => {
      await Promise.allSettled([...opened.values()].map(async (opening) => (await opening).close()));
    },
  };
}

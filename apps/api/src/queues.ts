import { purchaseQueues } from '@topup/core/product';
import { jobCatalog, type QueueName, queueNames } from '@topup/core/queue';
import { type Log, openQueue, type QueueProducer, type QueueStore, watchQueue } from '@topup/runtime';

/** The queues as this process uses them: it adds jobs to all, and watches those whose jobs its clients wait for. */
export type Queues = Record<QueueName, QueueProducer> & {
  /** Calls `ended` with the id of every purchase that a worker has processed. Returns what stops it. */
  watch(ended: (purchaseId: string) => void): () => Promise<void>;
  close(): Promise<void>;
};

export async function openQueues(store: QueueStore, log: Log): Promise<Queues> {
  const open = (name: QueueName) => openQueue(store, jobCatalog[name].queue, jobCatalog[name].retention, log);
  // together, because each waits up to a second for a Redis that is away
  const opened = await Promise.all(queueNames.map(async (name) => [name, await open(name)] as const));
  const producers = Object.fromEntries(opened) as Record<QueueName, QueueProducer>;
  return {
    ...producers,
    watch(ended) {
      const watches = purchaseQueues.map((name) => watchQueue(store, jobCatalog[name].queue, ended, log));
      return async () => {
        await Promise.all(watches.map((watch) => watch.close()));
      };
    },
    close: async () => {
      await Promise.all(Object.values(producers).map((producer) => producer.close()));
    },
  };
}

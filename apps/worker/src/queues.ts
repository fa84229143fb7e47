import { jobCatalog, type QueueName } from '@topup/core/queue';
import { type Log, openQueue, type QueueProducer, type QueueStore, serveQueue } from '@topup/runtime';

/** The queues to which this process adds jobs: settling a purchase creates events and notifications. */
export type Queues = Record<'webhooks' | 'notifications', QueueProducer> & { close(): Promise<void> };

export async function openQueues(store: QueueStore, log: Log): Promise<Queues> {
  const open = (name: QueueName) => openQueue(store, jobCatalog[name].queue, jobCatalog[name].retention, log);
  // together, because each waits up to a second for a Redis that is away
  const [webhooks, notifications] = await Promise.all([open('webhooks'), open('notifications')]);
  return {
    webhooks,
    notifications,
    close: async () => {
      await Promise.all([webhooks.close(), notifications.close()]);
    },
  };
}

/** Begins to serve these queues. `close` resolves when the jobs in progress are done. */
export function serveQueues(
  store: QueueStore,
  names: readonly QueueName[],
  concurrency: number,
  handlers: Record<QueueName, (item: unknown) => Promise<void>>,
  log: Log,
): { close(): Promise<void> } {
  const consumers = names.map((name) => serveQueue(store, jobCatalog[name].queue, concurrency, handlers[name], log));
  return {
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}

import { jobCatalog, type QueueName } from '@topup/core/queue';
import {
  type Log,
  openQueue,
  type ProcessItem,
  type QueueConsumer,
  type QueueProducer,
  type QueueStore,
  serveQueue,
} from '@topup/runtime';

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

/** Jobs that may be open besides those whose items are processed: items that have to wait are soon put aside. */
const SPARE_JOBS = 32;

/** Begins to serve these queues. `concurrency`: how many items are processed at a time. */
export const serveQueues = (
  store: QueueStore,
  names: readonly QueueName[],
  concurrency: number,
  handlers: Record<QueueName, ProcessItem>,
  log: Log,
): QueueConsumer[] =>
  names.map((name) => serveQueue(store, jobCatalog[name].queue, concurrency + SPARE_JOBS, handlers[name], log));

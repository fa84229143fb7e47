import { type PurchaseQueue, purchaseQueues } from '@topup/core/product';
import { type QueueName, readJob } from '@topup/core/queue';
import type { ProcessItem } from '@topup/runtime';
import type { Deps } from './deps';

/** Handles an item of each queue. A job can be repeated or come late: the database row says what is still to do. */
export function createJobHandlers(deps: Deps): Record<QueueName, ProcessItem> {
  const send: ProcessItem = async (item, announce, queuedAtMs) => {
    await deps.sends.send({ ...readJob(item), announce, queuedAtMs });
  };
  const sends = Object.fromEntries(purchaseQueues.map((queue) => [queue, send])) as Record<PurchaseQueue, ProcessItem>;
  return {
    ...sends,
    async webhooks(item) {
      const { id, requestId } = readJob(item);
      await deps.webhooks.deliver(id, { requestId });
    },
    async notifications(item) {
      const { id, requestId } = readJob(item);
      await deps.notifications.send(id, requestId);
    },
  };
}

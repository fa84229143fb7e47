import { sendNotification } from '@topup/core/notification';
import { sendPurchase, waitForProvider, withRequestId } from '@topup/core/purchase';
import { type QueueName, readJob } from '@topup/core/queue';
import type { Deps } from './deps';

/**
 * What this worker does with an item of each queue. A job can be repeated or come late: the database row says whether
 * there is still anything to do.
 */
export function createJobHandlers(deps: Deps): Record<QueueName, (item: unknown) => Promise<void>> {
  const send = async (item: unknown) => {
    const { id, requestId } = readJob(item);
    const traced = withRequestId(deps, requestId);
    if (await waitForProvider(traced, id)) await deps.sendSemaphore.run(() => sendPurchase(traced, id));
  };
  return {
    airtime: send,
    data: send,
    async webhooks(item) {
      const { id, requestId } = readJob(item);
      await deps.webhooks.deliver(id, requestId);
    },
    async notifications(item) {
      const { id, requestId } = readJob(item);
      await deps.notificationSemaphore.run(() => sendNotification(withRequestId(deps, requestId), id));
    },
  };
}

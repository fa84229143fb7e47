import { sendNotification } from '@topup/core/notification';
import { withRequestId } from '@topup/core/purchase';
import { readJob } from '@topup/core/queue';
import type { Deps } from '../deps';

/** A queue says that a message to a customer may be there to be sent. */
export function notificationJob(deps: Deps): (data: unknown) => Promise<void> {
  return async (data) => {
    const { id, requestId } = readJob(data);
    await deps.notificationSemaphore.run(() => sendNotification(withRequestId(deps, requestId), id));
  };
}

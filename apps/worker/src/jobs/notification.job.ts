import { readJob, sendNotification, withRequestId } from '@topup/core';
import type { Deps } from '../deps';

/** A queue says that a message to a customer may be there to be sent. */
export function notificationJob(deps: Deps): (data: unknown) => Promise<void> {
  return async (data) => {
    const { id, requestId } = readJob(data);
    await deps.notificationSemaphore.run(() => sendNotification(withRequestId(deps, requestId), id));
  };
}

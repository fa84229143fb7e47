import { dueNotifications, sendNotification } from '@topup/core';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';

/** Sends messages that nobody was woken for, or whose sender died or failed, as many as there are free slots. */
export async function sweepNotifications(deps: Deps): Promise<void> {
  const limit = deps.notificationSlots.free();
  if (limit <= 0) return;
  for (const id of await dueNotifications(deps.db, limit)) {
    deps.notificationSlots
      .use(() => sendNotification(deps, id))
      .catch((error) => deps.log.warn('a swept notification failed', { notification: id, ...errorFields(error) }));
  }
}

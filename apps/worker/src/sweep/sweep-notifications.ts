import { dueNotifications, sendNotification } from '@topup/core';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';

/** Sends messages that nobody was woken for, or whose sender died or failed, as many as there are free slots. Returns how many. */
export async function sweepNotifications(deps: Deps): Promise<number> {
  const limit = deps.notificationSlots.free();
  if (limit <= 0) return 0;
  const due = await dueNotifications(deps.db, limit);
  for (const id of due) {
    deps.notificationSlots
      .use(() => sendNotification(deps, id))
      .catch((error) => deps.log.warn('a swept notification failed', { notification: id, ...errorFields(error) }));
  }
  return due.length;
}

import { dueNotifications, sendNotification } from '@topup/core/notification';
import type { Deps } from '../deps';
import { fillSlots } from './fill-slots';

/** Sends messages that nobody was woken for, or whose sender died or failed, as many as there are free slots. Returns how many. */
export function sweepNotifications(deps: Deps): Promise<number> {
  return fillSlots(deps.log, deps.notificationSemaphore, {
    find: (limit) => dueNotifications(deps.db, limit),
    begin: (id) => sendNotification(deps, id),
    failed: 'a swept notification failed',
    named: (notification) => ({ notification }),
  });
}

import { dueNotifications, sendNotification } from '@topup/core/notification';
import type { Deps } from '../deps';
import { startDueWork } from './start-due-work';

/**
 * Sends notifications that no job announced, or whose sender died or failed, as many as there are free permits.
 * Returns how many.
 */
export function sweepNotifications(deps: Deps): Promise<number> {
  return startDueWork(deps.log, deps.notificationSemaphore, {
    find: (limit) => dueNotifications(deps.db, limit),
    begin: (id) => sendNotification(deps, id),
    failed: 'a swept notification failed',
    fieldsOf: (notification) => ({ notification }),
  });
}

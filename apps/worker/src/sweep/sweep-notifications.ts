import { dueNotifications } from '@topup/core/notification';
import type { Deps } from '../deps';
import { startDueWork } from './start-due-work';

/**
 * Sends notifications that no job announced, or whose sender died or failed, in the turns of their accounts. Returns
 * how many begin at once.
 */
export function sweepNotifications({ db, log, notifications }: Deps): Promise<number> {
  return startDueWork(log, notifications, {
    find: (which) => dueNotifications(db, which),
    failed: 'a swept notification failed',
  });
}

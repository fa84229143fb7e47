import { createScheduler, type Scheduler, type Work } from '../flow/scheduler';
import { createShares } from '../flow/shares';
import { type Log, reasonOf, withFields } from '../shared/log.port';
import { accountOf } from './notification.store';
import { type NotifyDeps, sendNotification } from './send-notification';

type Sending = Work & { log?: Log };

export type NotificationScheduler = Scheduler<Sending> & {
  /**
   * Sends a notification that a job named. Resolves when that is done; at once when its account has to wait.
   * @param requestId of the request that it comes from, for the log
   */
  send(id: string, requestId?: string): Promise<void>;
};

/** Sends notifications of all accounts, at most `maxNotifications` at a time, so that none stops another. */
export function createNotificationScheduler(deps: NotifyDeps, maxNotifications: number): NotificationScheduler {
  const scheduler = createScheduler<Sending>({
    shares: createShares(maxNotifications),
    run: ({ id, log = deps.log }) => sendNotification({ ...deps, log }, id),
    endedLater({ id: notification, log = deps.log }, error) {
      if (error !== null) log.warn('a notification failed', { notification, reason: reasonOf(error) });
    },
    maxWaiting: maxNotifications,
  });
  return {
    ...scheduler,
    async send(id, requestId) {
      const accountId = await accountOf(deps.db, id);
      if (accountId === null) return;
      const log = requestId === undefined ? deps.log : withFields(deps.log, { requestId });
      await scheduler.submit({ id, accountId, lane: '', log });
    },
  };
}

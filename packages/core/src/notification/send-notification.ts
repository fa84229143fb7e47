import { createFairQuota } from '../flow/fair-quota';
import { createScheduler, type Scheduler, type Work } from '../flow/scheduler';
import type { Db } from '../shared/db';
import { type Log, reasonOf, withFields } from '../shared/log.port';
import type { Observer } from '../shared/observer.port';
import {
  accountOf,
  type ClaimedNotification,
  claimNotification,
  finishNotification,
  postponeNotification,
} from './notification.store';
import { tokenText } from './token-text';

/** The phone has 11 digits, beginning with 0. The promise rejects unless the message is known to be accepted. */
export interface SmsSender {
  send(phone: string, text: string): Promise<void>;
}

/** `sms` null: no provider of SMS is set up. */
export type NotifyDeps = { db: Db; log: Log; observer: Pick<Observer, 'notified'>; sms: SmsSender | null };

/** How long a process holds a claim: longer than any attempt takes. */
const LEASE_MS = 60_000;
/** The wait after the first, second … failed attempt. After the last one the status endpoint still has the token. */
const RETRY_MS = [10_000, 60_000, 600_000, 3_600_000];

/** Sends one notification, at least once: what the SMS sender does not accept is tried again up to four times. */
export async function sendNotification(deps: NotifyDeps, id: string): Promise<void> {
  const notification = await claimNotification(deps.db, id, LEASE_MS);
  if (notification === null) return;
  if (deps.sms === null) return skip(deps, notification);
  const error = await attempt(deps.sms, notification);
  await record(deps, notification, error);
}

/** A developer sees in the log what a customer would get. */
async function skip({ db, log, observer }: NotifyDeps, notification: ClaimedNotification): Promise<void> {
  const { id, purchaseId: purchase, requestRef, phone } = notification;
  await finishNotification(db, id, 'skipped', null);
  observer.notified('skipped');
  log.info('SMS not sent: no SMS provider is set up', {
    notification: id,
    purchase,
    requestRef,
    to: `…${phone.slice(-4)}`,
    text: maskedText(tokenText(notification)),
  });
}

/** Tokens and meter numbers keep their last four digits. Amounts and units are shorter and stay. */
const maskedText = (text: string): string => text.replace(/\d[\d-]{6,}\d/g, (digits) => `…${digits.slice(-4)}`);

async function attempt(sms: SmsSender, notification: ClaimedNotification): Promise<string | null> {
  try {
    await sms.send(notification.phone, tokenText(notification));
    return null;
  } catch (fault) {
    return fault instanceof Error ? fault.message : 'it could not be sent';
  }
}

async function record(
  { db, log, observer }: NotifyDeps,
  { id, attempt: count, purchaseId: purchase, requestRef }: ClaimedNotification,
  error: string | null,
): Promise<void> {
  const retryMs = RETRY_MS[count - 1];
  const fields = { notification: id, purchase, requestRef, attempt: count };
  if (error !== null && retryMs !== undefined) {
    await postponeNotification(db, id, error, retryMs);
    observer.notified('put_off');
    log.warn('a token could not be sent by SMS; it will be tried again', { ...fields, error });
    return;
  }
  await finishNotification(db, id, error === null ? 'sent' : 'failed', error);
  observer.notified(error === null ? 'sent' : 'given_up');
  if (error === null) log.info('token sent by SMS', fields);
  else log.error('a token could not be sent by SMS and is given up', { alert: 'sms', ...fields, error });
}

type Sending = Work & { log?: Log };

export type NotificationScheduler = Scheduler<Sending> & {
  /** Sends a notification that a job named. Resolves when that is done; at once when its account has to wait. */
  send(id: string, requestId?: string): Promise<void>;
};

export function createNotificationScheduler(deps: NotifyDeps, maxNotifications: number): NotificationScheduler {
  const scheduler = createScheduler<Sending>({
    quota: createFairQuota(maxNotifications),
    run: ({ id, log = deps.log }) => sendNotification({ ...deps, log }, id),
    failedLater: ({ id: notification, log = deps.log }, error) =>
      log.warn('a notification failed', { notification, reason: reasonOf(error) }),
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

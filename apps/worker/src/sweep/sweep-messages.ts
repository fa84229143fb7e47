import type { Scheduler, Work } from '@topup/core/flow';
import { dueMails } from '@topup/core/mail';
import { dueNotifications } from '@topup/core/notification';
import type { Log } from '@topup/core/shared';
import { dueResends, expireSendingEvents, listWaitingReceivers, workOffResend } from '@topup/core/webhook';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';

const DUE = 500; // of one round

type Due = {
  find(options: { limit: number; except: string[] }): Promise<{ id: string; accountId: string }[]>;
  /** The log message for one that failed; a later sweep finds it again. */
  failed: string;
};

/** Finds work and starts it in the turns of the accounts. Returns how much begins at once, before it is done. */
async function startDueWork(log: Log, scheduler: Scheduler<Work>, { find, failed }: Due): Promise<number> {
  const found = await find({ limit: DUE, except: scheduler.busyAccounts() });
  const free = scheduler.available();
  for (const { id, accountId } of found)
    scheduler.submit({ id, accountId, lane: '' }).catch((error) => log.warn(failed, { id, ...errorFields(error) }));
  return free - scheduler.available();
}

const QUEUED_MS = 5_000; // how long a queued event is left to its job
const SENDING_MS = 60_000; // far longer than a delivery can take

/**
 * Continues with every account that has events which no job announced or which a busy receiver kept waiting, and closes
 * events whose sender died. Returns how many of both.
 */
export async function sweepEvents(deps: Deps): Promise<number> {
  const expired = await expireSendingEvents(deps.db, SENDING_MS);
  if (expired > 0)
    deps.log.warn('webhooks closed as undelivered: their worker stopped while sending', { count: expired });
  if (deps.webhooks.available() <= 0) return expired;
  return expired + deps.webhooks.resume(await listWaitingReceivers(deps.db, QUEUED_MS));
}

const RESENDS_AT_ONCE = 50;

/**
 * Takes the next events of every request to resend what failed, and delivers them as all others. A later sweep finds
 * one that this process leaves. Returns how many were written.
 */
export async function sweepResends({ db, log, webhooks }: Deps): Promise<number> {
  let written = 0;
  for (const resend of await dueResends(db, RESENDS_AT_ONCE)) {
    const copies = await workOffResend(db, resend);
    written += copies.length;
    for (const eventId of copies)
      webhooks
        .deliver(eventId)
        .catch((error) => log.warn('a webhook was left to the next sweep', { eventId, ...errorFields(error) }));
  }
  return written;
}

/** Sends notifications that no job announced, or whose sender died or failed. Returns how many begin at once. */
export function sweepNotifications({ db, log, notifications }: Deps): Promise<number> {
  return startDueWork(log, notifications, {
    find: (which) => dueNotifications(db, which),
    failed: 'a swept notification failed',
  });
}

/** Sends mails that are due: no job announces them. Returns how many begin at once. */
export function sweepMails({ db, log, mails }: Pick<Deps, 'db' | 'log' | 'mails'>): Promise<number> {
  return startDueWork(log, mails, { find: (which) => dueMails(db, which), failed: 'a mail could not be recorded' });
}

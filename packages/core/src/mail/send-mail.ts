import { createFairQuota } from '../flow/fair-quota';
import { createScheduler, type Scheduler, type Work } from '../flow/scheduler';
import type { Db } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { type ClaimedMail, claimMail, finishMail, postponeMail } from './mail.store';

/** Sends to one address, or rejects. `mailer` null: no mail server is set. */
export type MailDeps = {
  db: Db;
  log: Log;
  mailer: { send(mail: { to: string; subject: string; text: string; date: Date }): Promise<void> } | null;
};

/** How long a process holds a claim: longer than any attempt takes. */
const LEASE_MS = 60_000;
/** The wait after the first, second … failed attempt. */
const RETRY_MS = [10_000, 60_000, 600_000, 3_600_000, 6 * 3_600_000];

/** Sends one mail, at least once: what the mail server does not accept is tried again up to five times. */
export async function sendMail(deps: MailDeps, id: string): Promise<void> {
  const mail = await claimMail(deps.db, id, LEASE_MS);
  if (mail === null) return;
  if (deps.mailer === null) return finishMail(deps.db, id, 'skipped');
  await record(deps, mail, await attempt(deps.mailer, mail));
}

/** @returns null, or why the mail server did not accept it */
async function attempt(
  mailer: NonNullable<MailDeps['mailer']>,
  { email: to, subject, text, createdAt: date }: ClaimedMail,
): Promise<string | null> {
  try {
    await mailer.send({ to, subject, text, date });
    return null;
  } catch (fault) {
    return fault instanceof Error ? fault.message : 'it could not be sent';
  }
}

async function record({ db, log }: MailDeps, { id, attempt: count }: ClaimedMail, error: string | null): Promise<void> {
  if (error === null) return finishMail(db, id, 'sent');
  const retryMs = RETRY_MS[count - 1];
  const fields = { mail: id, attempt: count, error };
  if (retryMs !== undefined) {
    log.warn('a mail could not be sent; it will be tried again', fields);
    return postponeMail(db, id, error, retryMs);
  }
  log.error('a mail could not be sent and is given up', { alert: 'mail', ...fields });
  return finishMail(db, id, 'failed', error);
}

const MOST_WAITING = 64; // of each account: what waits here is left out of the next look at the database

export const createMailScheduler = (deps: MailDeps, maxMails: number): Scheduler<Work> =>
  createScheduler<Work>({
    quota: createFairQuota(maxMails),
    run: ({ id }) => sendMail(deps, id),
    failedLater: ({ id: mail }, error) =>
      deps.log.warn('a mail could not be recorded', { mail, reason: reasonOf(error) }),
    maxWaiting: MOST_WAITING,
  });

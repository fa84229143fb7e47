import { createScheduler, type Scheduler, type Work } from '../flow/scheduler';
import { createShares } from '../flow/shares';
import { reasonOf } from '../shared/log.port';
import { type MailDeps, sendMail } from './send-mail';

const MOST_WAITING = 64; // of each account: what waits here is left out of the next look at the database

/** Sends mails of all accounts, at most `maxMails` at a time, so that none stops another. */
export const createMailScheduler = (deps: MailDeps, maxMails: number): Scheduler<Work> =>
  createScheduler<Work>({
    shares: createShares(maxMails),
    run: ({ id }) => sendMail(deps, id),
    endedLater({ id: mail }, error) {
      if (error !== null) deps.log.warn('a mail could not be recorded', { mail, reason: reasonOf(error) });
    },
    maxWaiting: MOST_WAITING,
  });

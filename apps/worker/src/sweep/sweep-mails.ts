import { dueMails, sendMail } from '@topup/core/mail';
import type { Deps } from '../deps';
import { startDueWork } from './start-due-work';

/** Sends mails that are due, as many as there are free permits. No job announces them. Returns how many. */
export function sweepMails(deps: Deps): Promise<number> {
  return startDueWork(deps.log, deps.mailSemaphore, {
    find: (limit) => dueMails(deps.db, limit),
    begin: (id) => sendMail(deps, id),
    failed: 'a mail could not be recorded',
    fieldsOf: (mail) => ({ mail }),
  });
}

import { dueMails } from '@topup/core/mail';
import type { Deps } from '../deps';
import { startDueWork } from './start-due-work';

/** Sends mails that are due, in the turns of their accounts. No job announces them. Returns how many begin at once. */
export function sweepMails({ db, log, mails }: Pick<Deps, 'db' | 'log' | 'mails'>): Promise<number> {
  return startDueWork(log, mails, { find: (which) => dueMails(db, which), failed: 'a mail could not be recorded' });
}

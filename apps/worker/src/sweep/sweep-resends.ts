import { dueResends, workOffResend } from '@topup/core/webhook';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';

const AT_ONCE = 50;

/**
 * Takes the next events of every request to resend what failed. They are delivered as all others, in the turn of their
 * account; one that is not, because this process ends, is found by a later sweep. Returns how many were written.
 */
export async function sweepResends({ db, log, webhooks }: Deps): Promise<number> {
  let written = 0;
  for (const resend of await dueResends(db, AT_ONCE)) {
    const copies = await workOffResend(db, resend);
    written += copies.length;
    for (const eventId of copies)
      webhooks
        .deliver(eventId)
        .catch((error) => log.warn('a webhook was left to the next sweep', { eventId, ...errorFields(error) }));
  }
  return written;
}

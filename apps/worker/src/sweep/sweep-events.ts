import { deliverWebhook, expireSending, queuedEvents } from '@topup/core';
import type { Deps } from '../deps';
import { fillSlots } from './fill-slots';

const QUEUED_MS = 5_000; // how long a queued event waits for a job before it is taken up here
const SENDING_MS = 60_000; // far longer than a delivery can take

/** Delivers events that nobody was woken for, as many as there are free slots, and closes those whose sender died. Returns how many. */
export async function sweepEvents(deps: Deps): Promise<number> {
  const expired = await expireSending(deps.db, SENDING_MS);
  if (expired > 0) deps.log.warn('webhooks closed as undelivered: their worker stopped while sending', { count: expired });
  const begun = await fillSlots(deps.log, deps.webhookSlots, {
    find: (limit) => queuedEvents(deps.db, QUEUED_MS, limit),
    begin: (id) => deliverWebhook(deps, id),
    failed: 'a swept event failed',
    named: (eventId) => ({ eventId }),
  });
  return expired + begun;
}

import { deliverWebhook, expireSending, queuedEvents } from '@topup/core';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';

const QUEUED_MS = 5_000; // how long a queued event waits for a job before it is taken up here
const SENDING_MS = 60_000; // far longer than a delivery can take

/** Delivers events that nobody was woken for, as many as there are free slots, and closes those whose sender died. Returns how many. */
export async function sweepEvents(deps: Deps): Promise<number> {
  const expired = await expireSending(deps.db, SENDING_MS);
  if (expired > 0) deps.log.warn('webhooks closed as undelivered: their worker stopped while sending', { count: expired });
  const limit = deps.webhookSlots.free();
  if (limit <= 0) return expired;
  const queued = await queuedEvents(deps.db, QUEUED_MS, limit);
  for (const id of queued) {
    deps.webhookSlots
      .use(() => deliverWebhook(deps, id))
      .catch((error) => deps.log.warn('a swept event failed', { eventId: id, ...errorFields(error) }));
  }
  return expired + queued.length;
}

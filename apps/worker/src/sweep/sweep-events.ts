import { expireSendingEvents, listWaitingReceivers } from '@topup/core/webhook';
import type { Deps } from '../deps';

const QUEUED_MS = 5_000; // how long a queued event is left to its job
const SENDING_MS = 60_000; // far longer than a delivery can take

/**
 * Delivers events that no job announced or that a busy receiver kept waiting, as many as there are free permits, and
 * closes events whose sender died. Returns how many of both.
 */
export async function sweepEvents(deps: Deps): Promise<number> {
  const expired = await expireSendingEvents(deps.db, SENDING_MS);
  if (expired > 0)
    deps.log.warn('webhooks closed as undelivered: their worker stopped while sending', { count: expired });
  if (deps.webhookSemaphore.available() <= 0) return expired;
  return expired + deps.webhooks.resume(await listWaitingReceivers(deps.db, QUEUED_MS));
}

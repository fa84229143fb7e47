import { expireSendingEvents, listWaitingReceivers } from '@topup/core/webhook';
import type { Deps } from '../deps';

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

import { deliverWebhook, jobId } from '@topup/core';
import type { Deps } from '../deps';

/** A queue says that an event may be there to be delivered. */
export function webhookJob(deps: Deps): (data: unknown) => Promise<void> {
  return (data) => deps.webhookSlots.use(() => deliverWebhook(deps, jobId(data)));
}

import { readJob } from '@topup/core/queue';
import type { Deps } from '../deps';

/** A queue says that an event may be there to be delivered. */
export function webhookJob(deps: Deps): (data: unknown) => Promise<void> {
  return async (data) => {
    const { id, requestId } = readJob(data);
    await deps.webhooks.deliver(id, requestId);
  };
}

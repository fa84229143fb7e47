import { sendPurchase, withRequestId } from '@topup/core/purchase';
import { readJob } from '@topup/core/queue';
import type { Deps } from '../deps';

/** A queue says that a purchase may be there to be sent. Claiming tells; nothing claimed, nothing to do. */
export function purchaseJob(deps: Deps): (data: unknown) => Promise<void> {
  return async (data) => {
    const { id, requestId } = readJob(data);
    await deps.sendSemaphore.run(() => sendPurchase(withRequestId(deps, requestId), id));
  };
}

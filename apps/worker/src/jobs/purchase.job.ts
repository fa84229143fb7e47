import { claimPurchase, fulfilPurchase, withRequestId } from '@topup/core/purchase';
import { readJob } from '@topup/core/queue';
import type { Deps } from '../deps';

/** A queue says that a purchase may be there to be sent. Claiming tells; nothing claimed, nothing to do. */
export function purchaseJob(deps: Deps): (data: unknown) => Promise<void> {
  return async (data) => {
    const { id, requestId } = readJob(data);
    await deps.sendSemaphore.run(() => sendPurchase(withRequestId(deps, requestId), id));
  };
}

/** Claims a purchase and sends it, if it is still to be sent. */
export async function sendPurchase(deps: Deps, id: string): Promise<void> {
  const claimed = await claimPurchase(deps, id);
  if (claimed !== null) await fulfilPurchase(deps, claimed);
}

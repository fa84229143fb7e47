import type { ProductType } from '@topup/core/product';
import { listExpiredWindows, markPending, messages } from '@topup/core/purchase';
import type { Deps } from '../deps';

const LIMIT = 200;

/**
 * Marks purchases pending whose window is over but whose API process has not done so, and enqueues their events.
 * Returns how many.
 */
export async function expireWaitingClients(deps: Deps, products: ProductType[]): Promise<number> {
  const expired = await listExpiredWindows(deps.db, products, LIMIT);
  for (const product of new Set(expired.map(({ productType }) => productType))) {
    const ids = expired.filter(({ productType }) => productType === product).map(({ id }) => id);
    const marked = await markPending(deps.db, ids, 'nobody_answered', messages.pending(product));
    for (const { eventId } of marked) if (eventId !== null) deps.enqueueEvent({ id: eventId });
  }
  return expired.length;
}

import type { ProductType } from '@topup/core/provider';
import { listExpiredWindows, markPending, messages } from '@topup/core/purchase';
import type { Deps } from '../deps';

const LIMIT = 200;

/** Moves to `pending` what its own API process can no longer answer, with the event that process owed. Returns how many. */
export async function tellUnanswered(deps: Deps, products: ProductType[]): Promise<number> {
  const unanswered = await listExpiredWindows(deps.db, products, LIMIT);
  for (const product of new Set(unanswered.map(({ productType }) => productType))) {
    const ids = unanswered.filter(({ productType }) => productType === product).map(({ id }) => id);
    const told = await markPending(deps.db, ids, 'nobody_answered', messages.pending(product));
    for (const { eventId } of told) if (eventId !== null) deps.enqueueEvent(eventId);
  }
  return unanswered.length;
}

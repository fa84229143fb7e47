import { type DuePurchase, type ProductType, requeryPurchase, settlePurchase, takeDuePurchases, verdictOfNeverSent } from '@topup/core';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';
import { sendPurchase } from '../jobs/purchase.job';

const START_MS = 2_000; // an unsent purchase is left alone this long before it is taken up again

/** Takes as many due purchases as there are free slots, oldest first, and sees to each: send, give up, or ask the provider. Returns how many. */
export async function sweepPurchases(deps: Deps, products: ProductType[]): Promise<number> {
  const limit = deps.purchaseSlots.free();
  if (limit <= 0) return 0;
  const due = await takeDuePurchases(deps.db, products, { limit, startMs: START_MS, holdMs: deps.settings.leaseMs });
  for (const purchase of due) {
    const work = () => seeTo(deps, purchase);
    deps.purchaseSlots
      .use(work)
      .catch((error) => deps.log.warn('a swept purchase failed; it will be due again', { purchase: purchase.id, ...errorFields(error) }));
  }
  return due.length;
}

async function seeTo(deps: Deps, purchase: DuePurchase): Promise<void> {
  if (purchase.sends === 1) return requeryPurchase(deps, purchase);
  if (purchase.ageMs < deps.settings.startDeadlineMs) return sendPurchase(deps, purchase.id);
  await settlePurchase(deps, purchase, verdictOfNeverSent(purchase));
}

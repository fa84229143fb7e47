import type { ProductType } from '@topup/core/provider';
import {
  type DuePurchase,
  requeryPurchase,
  sendPurchase,
  settlePurchase,
  takeDuePurchases,
  verdictOfNeverSent,
} from '@topup/core/purchase';
import type { Deps } from '../deps';
import { fillSlots } from './fill-slots';

const START_MS = 2_000; // an unsent purchase is left alone this long before it is taken up again

/** Takes as many due purchases as there are free slots, oldest first, and sees to each: send, give up, or ask the provider. Returns how many. */
export function sweepPurchases(deps: Deps, products: ProductType[]): Promise<number> {
  return fillSlots(deps.log, deps.sendSemaphore, {
    find: (limit) => takeDuePurchases(deps.db, products, { limit, startMs: START_MS, holdMs: deps.settings.leaseMs }),
    begin: (purchase) => seeTo(deps, purchase),
    failed: 'a swept purchase failed; it will be due again',
    named: ({ id, requestRef }) => ({ purchase: id, requestRef }),
  });
}

async function seeTo(deps: Deps, purchase: DuePurchase): Promise<void> {
  if (purchase.sends === 1) return void (await requeryPurchase(deps, purchase));
  if (purchase.ageMs < deps.settings.startDeadlineMs) return sendPurchase(deps, purchase.id);
  await settlePurchase(deps, purchase, verdictOfNeverSent(purchase));
}

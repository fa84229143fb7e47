import type { ProductType } from '@topup/core/provider';
import {
  type DuePurchase,
  requeryPurchase,
  sendPurchase,
  settlePurchase,
  takeDuePurchases,
  verdictOfNeverSent,
  waitForProvider,
} from '@topup/core/purchase';
import type { Deps } from '../deps';
import { startDueWork } from './start-due-work';

const START_MS = 2_000; // an unsent purchase is left to its job for this long

/**
 * Takes as many due purchases as there are free permits, oldest first: sends, requeries or gives up each. Returns how
 * many.
 */
export function sweepPurchases(deps: Deps, products: ProductType[]): Promise<number> {
  return startDueWork(deps.log, deps.sendSemaphore, {
    find: (limit) => takeDuePurchases(deps.db, products, { limit, startMs: START_MS, holdMs: deps.settings.leaseMs }),
    wait: async (purchase) => !isToSend(deps, purchase) || waitForProvider(deps, purchase.id),
    begin: (purchase) => advance(deps, purchase),
    failed: 'a swept purchase failed; it will be due again',
    fieldsOf: ({ id, requestRef }) => ({ purchase: id, requestRef }),
  });
}

const isToSend = (deps: Deps, { sends, ageMs }: DuePurchase): boolean =>
  sends === 0 && ageMs < deps.settings.startDeadlineMs;

async function advance(deps: Deps, purchase: DuePurchase): Promise<void> {
  if (purchase.sends === 1) return void (await requeryPurchase(deps, purchase));
  if (isToSend(deps, purchase)) return sendPurchase(deps, purchase.id);
  await settlePurchase(deps, purchase, verdictOfNeverSent(purchase));
}

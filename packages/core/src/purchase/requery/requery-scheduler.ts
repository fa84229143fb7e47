import { createScheduler, type Scheduler, type Work } from '../../flow/scheduler';
import { createShares } from '../../flow/shares';
import { reasonOf } from '../../shared/log.port';
import { placeOf, toWork } from '../send/lane';
import { type TracedDeps, traceWork } from '../traced/trace-steps';
import type { DuePurchase } from './due.store';
import { type RequeryDeps, requeryPurchase } from './requery-purchase';

export type RequeryScheduler = Pick<Scheduler<Work>, 'busyAccounts' | 'drain'> & {
  /** Requeries the purchase when its account's turn comes. Resolves when that is done; at once when it has to wait. */
  requery(purchase: DuePurchase): Promise<void>;
};

/** Requeries purchases of all accounts, at most `maxRequeries` at a time, so that none stops another. */
export function createRequeryScheduler(deps: RequeryDeps & TracedDeps, maxRequeries: number): RequeryScheduler {
  const scheduler = createScheduler<Work & { purchase: DuePurchase }>({
    shares: createShares(maxRequeries),
    run: async ({ purchase }) =>
      void (await traceWork(deps, 'requery', purchase, (traced) => requeryPurchase(traced, purchase))),
    endedLater({ purchase: { id, requestRef } }, error) {
      if (error !== null)
        deps.log.warn('a requery failed; the purchase will be due again', {
          purchase: id,
          requestRef,
          reason: reasonOf(error),
        });
    },
    maxWaiting: maxRequeries,
  });
  return {
    busyAccounts: scheduler.busyAccounts,
    drain: scheduler.drain,
    requery: (purchase) => scheduler.submit({ ...toWork(purchase.id, placeOf(purchase)), purchase }),
  };
}

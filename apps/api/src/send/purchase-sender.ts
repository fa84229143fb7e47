import { AppError } from '@topup/core/errors';
import { type ClaimDeps, claimPurchase, type FulfilDeps, fulfilPurchase, withRequestId } from '@topup/core/purchase';
import type { Log, Semaphore } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** Sends cable TV and electricity purchases in this process, so many at a time. */
export type PurchaseSender = {
  /** @throws AppError overloaded when as many are under way as may be: to be asked before the debit */
  requireRoom(): void;
  /**
   * Claims an accepted purchase, sends it and settles it, whatever becomes of its client; `done` is called after. When it cannot be claimed here, or this
   * process dies, a worker's sweeper goes on with it. `requestId` is for the log.
   */
  send(purchaseId: string, requestId: string, done: () => void): void;
  /** Begins nothing more; resolves when what was begun is settled. */
  drain(): Promise<void>;
};

export type SenderDeps = ClaimDeps & FulfilDeps & { log: Log; semaphore: Semaphore };

export function createPurchaseSender(deps: SenderDeps): PurchaseSender {
  async function claimAndSend(deps: SenderDeps, id: string): Promise<void> {
    const claimed = await claimPurchase(deps, id);
    if (claimed !== null) await fulfilPurchase(deps, claimed);
  }
  return {
    requireRoom() {
      if (deps.semaphore.available() <= 0) throw new AppError('overloaded');
    },
    send(purchaseId, requestId, done) {
      const own = withRequestId(deps, requestId);
      deps.semaphore
        .run(() => claimAndSend(own, purchaseId))
        .catch((error) =>
          own.log.warn('a purchase could not be sent from here; the sweeper will', {
            purchase: purchaseId,
            ...errorFields(error),
          }),
        )
        .finally(done);
    },
    drain: () => deps.semaphore.drain(),
  };
}

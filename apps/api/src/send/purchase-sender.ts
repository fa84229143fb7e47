import { AppError } from '@topup/core/errors';
import { type ClaimDeps, type SendDeps, sendPurchase, withRequestId } from '@topup/core/purchase';
import type { Semaphore } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** Sends cable TV and electricity purchases in this process, a limited number at a time. */
export type PurchaseSender = {
  /**
   * To be called before the debit.
   * @throws AppError overloaded when no more purchases can be sent at the moment
   */
  requireRoom(): void;
  /**
   * Claims, sends and settles an accepted purchase, also when its client has gone; then calls `done`. When this process
   * cannot claim it, or dies, a worker's sweeper continues. `requestId` is for the log.
   */
  send(purchaseId: string, requestId: string, done: () => void): void;
  /** Starts nothing more. Resolves when everything that was started is settled. */
  drain(): Promise<void>;
};

export type SenderDeps = ClaimDeps & SendDeps & { semaphore: Semaphore };

export function createPurchaseSender(deps: SenderDeps): PurchaseSender {
  return {
    requireRoom() {
      if (deps.semaphore.available() <= 0) throw new AppError('overloaded');
    },
    send(purchaseId, requestId, done) {
      const traced = withRequestId(deps, requestId);
      deps.semaphore
        .run(() => sendPurchase(traced, purchaseId))
        .catch((error) =>
          traced.log.warn('a purchase could not be sent from here; the sweeper will', {
            purchase: purchaseId,
            ...errorFields(error),
          }),
        )
        .finally(done);
    },
    drain: () => deps.semaphore.drain(),
  };
}

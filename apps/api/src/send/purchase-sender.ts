import { AppError } from '@topup/core/errors';
import { type FairQuota, takeQuotas } from '@topup/core/flow';
import { type ClaimDeps, type SendDeps, type SendPlace, sendTraced, withRequestId } from '@topup/core/purchase';
import type { Tracing } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** The way of one purchase to the provider: by a worker, or by this process. */
export type Dispatch = {
  /** Returns at once. If the job is lost, the sweeper sends the purchase after two seconds. */
  send(purchaseId: string, requestId: string): void;
  /** Nothing was accepted. */
  cancel(): void;
};

/** Sends the purchases of synchronous products in this process, as many of each account as its quota allows. */
export type PurchaseSender = {
  /**
   * Takes room for one send, before the debit. It is settled also when its client has gone; when this process dies, a
   * worker's sweeper continues.
   * @throws AppError overloaded when the account has its quota of them open
   */
  reserve(place: SendPlace): Dispatch;
  /** Starts nothing more. Resolves when everything that was started is settled. */
  drain(): Promise<void>;
};

type SenderDeps = ClaimDeps &
  SendDeps & {
    /** The permits of this process. */
    quota: FairQuota;
    /** Those of each service of the provider. */
    serviceQuota: (serviceId: string) => FairQuota;
    tracing?: Tracing | undefined;
    /** Called when a purchase is settled, or left to the sweeper. */
    ended: (purchaseId: string) => void;
  };

export function createPurchaseSender(deps: SenderDeps): PurchaseSender {
  const running = new Set<Promise<void>>();
  let draining = false;

  async function send(purchaseId: string, requestId: string): Promise<void> {
    const traced = withRequestId(deps, requestId);
    try {
      if (draining) throw new Error('stopping: nothing new is begun');
      await sendTraced(traced, purchaseId, { startedMs: deps.clock.monotonicMs() });
    } catch (error) {
      traced.log.warn('a purchase could not be sent from here; a sweeper will send it', {
        purchase: purchaseId,
        ...errorFields(error),
      });
    }
  }

  return {
    reserve({ accountId, serviceId }) {
      const cancel = takeQuotas([deps.quota, deps.serviceQuota(serviceId)], accountId);
      if (cancel === null) throw new AppError('overloaded');
      return {
        cancel,
        send(purchaseId, requestId) {
          const sent = send(purchaseId, requestId).finally(() => {
            running.delete(sent);
            cancel();
            deps.ended(purchaseId);
          });
          running.add(sent);
        },
      };
    },
    async drain() {
      draining = true;
      await Promise.all(running);
    },
  };
}

import type { ProductType } from '../product/products';
import type { RejectionFault } from '../provider/provider.port';
import type { EndCause } from '../purchase/settle/cause';

/**
 * Counts what core does, for the operators' metrics. Every text comes from a fixed list: no ids, references or
 * customers' numbers. No method may throw, and nothing depends on them.
 */
export type Observer = {
  /** A call to the provider has ended, with or without an answer. */
  providerCalled(call: ProviderCall): void;
  claimed(product: ProductType): void;
  /**
   * A purchase has become final. Unless the target status is `success`, it was refunded. `costKobo`: what the provider
   * charges for a success; null when it does not say.
   */
  settled(settled: {
    product: ProductType;
    targetStatus: 'success' | 'failed' | 'refunded';
    cause: EndCause | 'other';
    amountKobo: bigint;
    costKobo: bigint | null;
  }): void;
  /** A delivery has ended. `refused`: its answer was not 2xx, or broke off. `failed`: there was no answer. */
  webhookTried(result: 'delivered' | 'refused' | 'failed', durationMs: number): void;
  /** A notification was sent, will be tried again, or is given up. */
  notified(result: 'sent' | 'put_off' | 'given_up' | 'skipped'): void;
};

export type ProviderOperation = 'send' | 'requery' | 'variations' | 'verify' | 'balance';

/** `outcome`: the `kind` of the answer. `fault`: that of a rejection, otherwise null. */
type ProviderCall = {
  provider: string;
  operation: ProviderOperation;
  outcome: string;
  fault: RejectionFault | null;
  durationMs: number;
};

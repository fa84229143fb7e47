import type { ProductType, RejectionFault } from '../provider/provider.port';
import type { CauseClass } from '../purchase/settle/cause-class';

/**
 * Who counts what core does, for the operators' figures. Every word comes from a fixed list: no ids, references or numbers of customers. Nothing here may
 * throw, and nothing is decided by it.
 */
export type Observer = {
  /** The provider has answered a call, or it was given up. */
  providerCalled(call: ProviderCall): void;
  /** A circuit breaker has turned: `provider` is for all of it, `lookups` for those, any other for the service of that id. */
  breakerTurned(breaker: string, state: BreakerState): void;
  /** A purchase of this product may now be sent. */
  claimed(product: ProductType): void;
  /** A purchase has become final. With any goal but `success` its amount is back in the wallet. */
  settled(settled: {
    product: ProductType;
    goal: 'success' | 'failed' | 'refunded';
    cause: CauseClass;
    amountKobo: bigint;
  }): void;
  /** A webhook was tried, once and for all: `refused` by an answer that is no 2xx or breaks off, `failed` without an answer. */
  webhookTried(result: 'delivered' | 'refused' | 'failed', durationMs: number): void;
  /** A message to a customer was taken by its sender, will be tried again, or never. */
  notified(result: 'sent' | 'put_off' | 'given_up'): void;
};

/** `open`: nothing is let through; `half_open`: the next call tries. */
export type BreakerState = 'closed' | 'half_open' | 'open';

export type ProviderOperation = 'send' | 'requery' | 'variations' | 'verify' | 'balance';

/** `outcome`: the `kind` of the answer. `fault`: whose a refusal was, if there was one. */
export type ProviderCall = {
  operation: ProviderOperation;
  outcome: string;
  fault: RejectionFault | null;
  durationMs: number;
};

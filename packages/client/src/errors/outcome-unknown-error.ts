import type { PerCall } from '../perform';
import type { PurchaseStatus, SettleOptions, Sold } from '../purchase';
import { type ErrorFacts, type PurchaseFailedError, TopUpError } from './errors';

/** The two questions that can be asked about a purchase with an unknown outcome. */
export type Asking = {
  status(reference: string, options?: PerCall): Promise<PurchaseStatus>;
  /** The same; a failure is the error that the purchase would have rejected with. */
  query(reference: string, options?: PerCall): Promise<PurchaseStatus | PurchaseFailedError>;
  settled(reference: string, options?: SettleOptions): Promise<Sold>;
};

/**
 * Nobody knows yet whether it was sold: no answer came, or the service said so. Ask with `status` or `settled` before
 * you buy again or give money back. Nothing can be sent again from here.
 */
export class OutcomeUnknownError extends TopUpError {
  override readonly name = 'OutcomeUnknownError';
  declare readonly reference: string;
  readonly #asking: Asking;

  constructor(facts: ErrorFacts & { reference: string }, asking: Asking) {
    super({ ...facts, retryable: false });
    this.#asking = asking;
  }

  /** Asks once how it stands. @throws NotFoundError when nothing was accepted under the reference so far */
  status(options?: PerCall): Promise<PurchaseStatus> {
    return this.#asking.status(this.reference, options);
  }

  /** Waits for the end, as `settled` of the purchase does. */
  settled(options?: SettleOptions): Promise<Sold> {
    return this.#asking.settled(this.reference, options);
  }
}

import type { BodyOf, PurchaseName } from './operations';

/** A purchase that was delivered, as documented: `data` has the keys of its product. */
export type Sold<Name extends PurchaseName = PurchaseName> = Name extends PurchaseName ? BodyOf<Name, 200> : never;
/** One whose outcome is not known yet. */
export type Pending<Name extends PurchaseName = PurchaseName> = Name extends PurchaseName ? BodyOf<Name, 202> : never;

/** The answer to a status query. `error_code`: why the purchase failed; null for the other outcomes. */
export type PurchaseStatus =
  | (BodyOf<'transactionStatus', 200> & { error_code: null })
  | (BodyOf<'transactionStatus', 202> & { error_code: null })
  | (BodyOf<'transactionStatus', 424> & { error_code: string | null });

export type SettleOptions = {
  /** How long to wait for the end. Default 180,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

/**
 * The first answer of a purchase: sold, or pending. It rejects when nothing was sold: with PurchaseFailedError when the
 * money is back, with OutcomeUnknownError when nobody knows yet.
 */
export type PurchaseCall<Name extends PurchaseName> = Promise<Sold<Name> | Pending<Name>> & {
  readonly reference: string;
  /**
   * Waits for the end, including that of a pending purchase, and of one whose answer was lost. It asks for the status
   * at growing intervals, and at once when `receive` gets the event. It does not send the purchase again.
   *
   * @throws PurchaseFailedError; OutcomeUnknownError when the end has not come in time, when `signal` is aborted, and
   * when the status query is declined; NotFoundError when nothing was sold, and you may sell again with the same
   * reference; what the purchase itself throws
   */
  settled(options?: SettleOptions): Promise<Sold<Name>>;
};

/** The fields of `data` that hold tokens of prepaid electricity, in the order in which a customer enters them. */
export const tokenFields = ['key_change_tokens', 'token', 'bonus_token'] as const;

import type { Mode } from '../account/mode';

/**
 * What this service needs from a provider of airtime, data, cable TV and electricity. How to speak to one is the
 * adapter's.
 *
 * Money moves on these answers, so their meaning is narrow: an adapter that is not certain answers `unknown`.
 */

export const productTypes = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'] as const;
export type ProductType = (typeof productTypes)[number];

/** The part of an order in the provider's terms. Fixed when the purchase is accepted, and stored with it. */
export type ProviderTerms = {
  /**
   * The provider's id of the service, passed on as it is. Airtime: the network; cable TV: the product type;
   * electricity: the disco.
   */
  serviceId: string;
  /** Data: the plan's code. Cable TV: the package's code. Electricity: `prepaid` or `postpaid`. Null for airtime. */
  variationCode: string | null;
  /** Cable TV only. */
  subscriptionType: 'renew' | 'change' | null;
  /** The customer's phone, as the client gave it: 11 digits beginning with 0. */
  contactPhone: string;
};

/** One order as the provider gets it. `providerRef` is never used again; a later requery finds the order only by it. */
export type ProviderOrder = ProviderTerms & {
  /** The name of the provider that serves it. */
  provider: string;
  /** Who buys: for our breakers, never sent. */
  accountId: string;
  providerRef: string;
  productType: ProductType;
  /** The phone, smartcard or meter number that receives the value. */
  recipient: string;
  /** What the client pays. For a data plan the provider ignores it and charges its own price. */
  amountKobo: bigint;
};

/** What the provider delivered. `costKobo`: what it charged us; null when it did not say. */
export type Delivery = {
  costKobo: bigint | null;
  providerTransactionId: string | null;
  /**
   * How the answer contradicts the order (another recipient, another amount). It was delivered, but an operator must
   * look.
   */
  mismatch: string | null;
  /** Electricity only, otherwise null. */
  meter: MeterDelivery | null;
};

/**
 * `token` and `bonusToken` are 20 digits without separators, `units` is a decimal text without its unit; null when
 * there are none (yet). Absent texts are empty.
 */
export type MeterDelivery = {
  token: string | null;
  bonusToken: string | null;
  units: string | null;
  customerName: string;
  address: string;
};

/**
 * What a rejection is about: `order` (this order), `duplicate` (it looks like another order for the same recipient),
 * `catalogue` (what we offer), `account` (our account at the provider: this raises an alert).
 */
export type RejectionFault = 'order' | 'duplicate' | 'catalogue' | 'account';

/** `code`: the rejection code as it came. `reason`: safe to show to a client. */
export type Rejection = { code: string; reason: string; fault: RejectionFault };

/** Why nothing was sent. Only `unreachable` says something about the provider; the others are reasons of our own. */
export type UnsentCode = 'unreachable' | 'too_late' | 'incomplete';

/**
 * The outcome of the only send of an order.
 * - `delivered`: the value was given.
 * - `rejected`: an allow-listed rejection code; nothing was or will be given.
 * - `unsent`: provably nothing left this machine (no connection, or the deadline passed first). It may be sent again
 *   under the same claim.
 * - `unknown`: anything else. `rejection`: one that a requery must confirm first. `orderSeen`: the answer proves that
 *   the provider has the order.
 */
export type SendOutcome =
  | ({ kind: 'delivered' } & Delivery)
  | ({ kind: 'rejected' } & Rejection)
  | { kind: 'unsent'; code: UnsentCode; reason: string }
  | { kind: 'unknown'; reason: string; rejection: Rejection | null; orderSeen: boolean };

/**
 * The outcome of a requery by `providerRef`.
 * - `delivered`, `rejected`: final. `reversed`: it was delivered and taken back; otherwise it was never delivered.
 * - `refused`: a rejection code; final only when it is the same code as that of the send.
 * - `missing`: the provider does not know the order (yet).
 * - `open`: the provider has the order and has not decided. `stuck`: it asks for a decision by a person.
 * - `unanswered`: the answer says nothing about the order.
 */
export type RequeryOutcome =
  | ({ kind: 'delivered' } & Delivery)
  | ({ kind: 'rejected'; reversed: boolean } & Rejection)
  | ({ kind: 'refused' } & Rejection)
  | { kind: 'missing' }
  | { kind: 'open'; reason: string; stuck: boolean }
  | { kind: 'unanswered'; reason: string };

/**
 * When a send must have ended, by both clocks: a process that was suspended, or whose wall clock jumped, must not send
 * late.
 */
export type SendDeadline = {
  /**
   * Milliseconds left, the smaller value of the monotonic and the wall clock; 0 or less when the deadline has passed.
   */
  remainingMs(): number;
};

/** The name of the provider that serves test accounts and reaches nobody (accept_purchases). */
export const SIMULATOR = 'simulator';

export interface Provider {
  /** The name that is stored with each purchase. */
  readonly name: string;
  /** Whose purchases it serves. */
  readonly mode: Mode;
  /** Makes the provider reference of an order that is first sent at `at`; `purchaseId` makes it unique. */
  mintRef(purchaseId: string, at: Date): string;
  /** Sends the order once. Never throws, retries, or follows a redirect. */
  send(order: ProviderOrder, deadline: SendDeadline): Promise<SendOutcome>;
  /** Asks what became of an order. It only reads, so it can be repeated. Never throws. */
  requery(order: ProviderOrder): Promise<RequeryOutcome>;
}

/**
 * The outcome of a lookup.
 * - `found`
 * - `not_recognised`: the provider is certain that it does not exist, or cannot be sold to. `reason` is safe to show to
 *   a client.
 * - `unavailable`: no usable answer. `fault`: it was not reached, or it rejects our account; absent when it was asked
 *   and its answer is missing or not readable.
 */
export type Lookup<T> =
  | { kind: 'found'; value: T }
  | { kind: 'not_recognised'; reason: string }
  | { kind: 'unavailable'; reason: string; fault?: 'unreachable' | 'account' };

/** One entry of the provider's price list. Codes are not unique: one may be there twice, with different prices. */
export type Variation = { code: string; name: string; priceKobo: bigint };

/** The networks of data plans (specification 4.3). */
export const dataNetworks = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const;
export type DataNetwork = (typeof dataNetworks)[number];

/** Absent texts are empty. */
export type Smartcard = {
  customerName: string;
  customerNumber: string;
  customerType: string;
  status: string;
  dueDate: string;
  /** The codes of the packages that the card has, a bouquet and its additions; empty when the provider does not say. */
  currentPackageCodes: string[];
  /** The price to renew them, more than zero; null when the provider does not say. */
  renewalAmountKobo: bigint | null;
};

/** Absent texts are empty. */
export type Meter = { meterNumber: string; customerName: string; address: string };

/** Requests to a provider that sell nothing. None of them throws; each gives up after about 10 s. */
export interface ProviderLookups {
  /** The services under which the provider sells data plans, with the network of each. */
  readonly dataServices: readonly { serviceId: string; network: DataNetwork }[];
  /** The price list of a data or cable TV service, in the provider's order and with duplicates; may be empty. */
  variations(serviceId: string): Promise<Lookup<Variation[]>>;
  verifySmartcard(serviceId: string, smartcardNumber: string): Promise<Lookup<Smartcard>>;
  verifyMeter(serviceId: string, meterNumber: string, meterType: 'prepaid' | 'postpaid'): Promise<Lookup<Meter>>;
  /** The float in kobo. When it is used up, the provider rejects every order. */
  balance(): Promise<Lookup<bigint>>;
}

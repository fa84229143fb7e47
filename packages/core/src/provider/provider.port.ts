/**
 * What the business needs of a provider of airtime, data, cable TV and electricity, and nothing about how one is spoken to.
 *
 * Money moves on these answers, so their meaning is narrow: an adapter that is not certain says `unknown`.
 */

export type ProductType = 'AIRTIME' | 'DATA' | 'CABLE_TV' | 'ELECTRICITY';

/** What of an order is said in the provider's words. Fixed when the purchase is accepted, and kept with it. */
export type ProviderTerms = {
  /** The provider's id of the service, forwarded verbatim (airtime: the network; cable TV: the product type; electricity: the disco). */
  serviceId: string;
  /** Data: the plan's code. Cable TV: the package's code. Electricity: `prepaid` or `postpaid`. Null for airtime. */
  variationCode: string | null;
  /** Cable TV only. */
  subscriptionType: 'renew' | 'change' | null;
  /** Whom to reach about it, as the client gave it: 11 digits beginning with 0. */
  contactPhone: string;
};

/** One order as the provider is to see it. `providerRef` is unique for ever and is the only handle for a later lookup. */
export type ProviderOrder = ProviderTerms & {
  providerRef: string;
  productType: ProductType;
  /** Whom the value goes to: a phone, smartcard or meter number. */
  recipient: string;
  /** What the client pays. Of a data plan the provider charges its own price, whatever is said here. */
  amountKobo: bigint;
};

/** What a delivery brought. `costKobo` is what the provider charged us; null when it did not say. */
export type Delivery = {
  costKobo: bigint | null;
  providerTransactionId: string | null;
  /** The answer contradicts the order (another recipient, another amount): delivered all the same, but a person must look. */
  mismatch: string | null;
  /** What a disco says besides. Null for every other product. */
  meter: MeterDelivery | null;
};

/** `token` and `bonusToken` are 20 bare digits, `units` decimal text without its unit; null when there are none (yet). Absent texts are empty. */
export type MeterDelivery = {
  token: string | null;
  bonusToken: string | null;
  units: string | null;
  customerName: string;
  address: string;
};

/**
 * Whose fault a refusal is: `order` (this customer's order), `duplicate` (it looks like another order for the same recipient), `catalogue` (what we
 * offer), `account` (our standing with the provider: alert).
 */
export type RejectionFault = 'order' | 'duplicate' | 'catalogue' | 'account';

/** A refusal in the provider's words: `code` as it came, `reason` safe to show to a client. */
export type Rejection = { code: string; reason: string; fault: RejectionFault };

/**
 * The outcome of the one send an order gets.
 * - `delivered`: value was given.
 * - `rejected`: an allow-listed refusal of a first and only send; nothing was or will be given.
 * - `unsent`: provably nothing left this machine (no connection, or the deadline passed first); may be tried again under the same claim.
 * - `unknown`: anything else. `refusal` is set when the provider refused in a way that must be confirmed by a requery first;
 *   `orderSeen` when the answer proves that the provider has the order.
 */
export type SendOutcome =
  | ({ kind: 'delivered' } & Delivery)
  | ({ kind: 'rejected' } & Rejection)
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string; refusal: Rejection | null; orderSeen: boolean };

/**
 * What a lookup by `providerRef` says of the order.
 * - `delivered`, `rejected`: final. `reversed` tells a delivery taken back from an order that never went through.
 * - `refused`: it repeats a refusal code; final only when it is the code that the send was refused with.
 * - `missing`: it knows no such order (yet).
 * - `open`: it has the order, undecided. `stuck` when it asks for a person.
 * - `unanswered`: nothing was learnt about the order.
 */
export type RequeryOutcome =
  | ({ kind: 'delivered' } & Delivery)
  | ({ kind: 'rejected'; reversed: boolean } & Rejection)
  | ({ kind: 'refused' } & Rejection)
  | { kind: 'missing' }
  | { kind: 'open'; reason: string; stuck: boolean }
  | { kind: 'unanswered'; reason: string };

/** When a send has to be over, on both clocks: a process that was suspended, or whose wall clock jumped, must not send late. */
export type SendDeadline = {
  /** Milliseconds left, the lesser of what the monotonic and the wall clock say; zero or less when it has passed. */
  remainingMs(): number;
};

export interface Provider {
  /** Its name as stored with each purchase. */
  readonly name: string;
  /** Mints the reference of an order first sent at `at`; `purchaseId` makes it unique. */
  mintRef(purchaseId: string, at: Date): string;
  /** Sends the order once. Never throws, never retries by itself, never follows a redirect. */
  send(order: ProviderOrder, deadline: SendDeadline): Promise<SendOutcome>;
  /** Asks what became of an order. Reads only, may be repeated freely. Never throws. */
  requery(order: ProviderOrder): Promise<RequeryOutcome>;
}

/**
 * What a lookup says.
 * - `found`: it is there.
 * - `not_recognised`: the provider says definitely that there is no such thing, or that it cannot be sold to. `reason` is safe to show to a client.
 * - `unavailable`: nothing was learnt (not reached, not answered in time, not readable, refused).
 */
export type Lookup<T> =
  | { kind: 'found'; value: T }
  | { kind: 'not_recognised'; reason: string }
  | { kind: 'unavailable'; reason: string };

/** One thing in the provider's price list. Codes are not unique there: the same code may come twice, with different prices. */
export type Variation = { code: string; name: string; priceKobo: bigint };

/** The networks of data plans, as the document names them. */
export const dataNetworks = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const;
export type DataNetwork = (typeof dataNetworks)[number];

/** Absent texts are empty. */
export type Smartcard = {
  customerName: string;
  customerNumber: string;
  customerType: string;
  status: string;
  dueDate: string;
  /** What renewing the present package costs this card; null when the provider does not say. */
  renewalAmountKobo: bigint | null;
};

/** Absent texts are empty. */
export type Meter = { meterNumber: string; customerName: string; address: string };

/** What can be asked of a provider without buying. All reads only, never throw, and give up after about 10 s. */
export interface ProviderLookups {
  /** Under which services the provider sells data, and for which network each. */
  readonly dataServices: readonly { serviceId: string; network: DataNetwork }[];
  /** The provider's price list of a data or cable TV service, in its order, duplicates included. Empty when it lists nothing. */
  variations(serviceId: string): Promise<Lookup<Variation[]>>;
  verifySmartcard(serviceId: string, smartcardNumber: string): Promise<Lookup<Smartcard>>;
  verifyMeter(serviceId: string, meterNumber: string, meterType: 'prepaid' | 'postpaid'): Promise<Lookup<Meter>>;
  /** The float, in kobo: what our account at the provider still holds. When it is empty, every order is refused. */
  balance(): Promise<Lookup<bigint>>;
}

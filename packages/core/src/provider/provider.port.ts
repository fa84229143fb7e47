import type { Mode } from '../account/mode';
import type { DataNetwork } from '../product/data';
import type { ProductType } from '../product/products';

/** An adapter that is not certain answers `unknown`, because money moves on these answers. */

/** The part of an order in the provider's terms. Fixed when the purchase is accepted, and stored with it. */
export type ProviderTerms = {
  /** The provider's id of the service, such as a network or a disco. */
  serviceId: string;
  /** The code of the plan or package, or `prepaid` or `postpaid`. Null where the product has none, such as airtime. */
  variationCode: string | null;
  /** Cable TV only. */
  subscriptionType: 'renew' | 'change' | null;
  /** The customer's phone, as the client gave it: 11 digits beginning with 0. */
  contactPhone: string;
  /** The provider's own product. Absent where service and variation name it at the provider. */
  product?: ProviderProduct;
};

/** `amount`: in naira as the provider's API writes it, where it selects the product; null: what the client pays. */
export type ProviderProduct = { code: string; amount: string | null };

/** One order as the provider gets it. `providerRef` is never used again; a later requery finds the order only by it. */
export type ProviderOrder = ProviderTerms & {
  provider: string;
  /** Who buys: for our breakers, never sent. */
  accountId: string;
  providerRef: string;
  productType: ProductType;
  /** The phone, smartcard or meter number that receives the value. */
  recipient: string;
  /** Price that the client pays. For a data plan the provider ignores it and charges its own price. */
  amountKobo: bigint;
};

/** Facts of a delivery by the provider. `costKobo`: its charge to us; null when it did not say. */
export type Delivery = {
  costKobo: bigint | null;
  providerTransactionId: string | null;
  /** How the answer contradicts the order, for an operator to look at. Tokens of another meter are left out. */
  mismatch: string | null;
  goods: Goods | null;
};

/**
 * Goods of a delivery besides the value. A token is 20 digits without separators, the PIN of an exam fewer; `units`
 * is a decimal text. Null when there are none (yet). Tokens that cannot be told apart with certainty are left out, and
 * are a `mismatch`.
 */
export type Goods = {
  /** Up to four, in the order in which they are entered, all before `token`: until then the meter takes no other. */
  keyChangeTokens: readonly string[];
  /** The energy that was paid for. */
  token: string | null;
  /** Energy that is given free. */
  bonusToken: string | null;
  /** Of the PIN of an exam, which is the `token`. Some exams ask for both; others, and meters, have none. */
  serial?: string | null;
  /** Debt that the disco deducted from the amount; null when it does not say so. */
  debtKobo: bigint | null;
  vatKobo: bigint | null;
  units: string | null;
  customerName: string;
  address: string;
};

/** Nothing was given, and nobody is named. */
export const NO_GOODS: Goods = {
  keyChangeTokens: [],
  token: null,
  bonusToken: null,
  debtKobo: null,
  vatKobo: null,
  units: null,
  customerName: '',
  address: '',
};

/**
 * `order`: this order. `duplicate`: it looks like another order for the same recipient. `catalogue`: what we offer.
 * `account`: our account at the provider, which raises an alert.
 */
export type RejectionFault = 'order' | 'duplicate' | 'catalogue' | 'account';

/**
 * `code`: as it came. `reason`: safe to show to a client. `elsewhere`: the provider refused before it wrote anything
 * down, for a reason of its own, so another may be asked.
 */
export type Rejection = { code: string; reason: string; fault: RejectionFault; elsewhere?: true };

/** Only `unreachable` says that the provider is away. `incomplete`: the order lacks what this provider needs. */
type UnsentCode = 'unreachable' | 'too_late' | 'incomplete';

/** `answer`: what the provider answered, masked, for operators. Absent when it answered nothing. */
type Answered = { answer?: string };

/**
 * The outcome of the only send of an order.
 * - `delivered`: the value was given.
 * - `rejected`: a listed code, or a refusal at the door; nothing was or will be given.
 * - `unsent`: provably nothing left this machine (no connection, or the deadline passed first). It may be sent again
 *   under the same claim.
 * - `unknown`: anything else. `rejection`: one that a requery must confirm first. `orderSeen`: the answer proves that
 *   the provider has the order.
 */
export type SendOutcome = Answered &
  (
    | ({ kind: 'delivered' } & Delivery)
    | ({ kind: 'rejected' } & Rejection)
    | { kind: 'unsent'; code: UnsentCode; reason: string }
    | { kind: 'unknown'; reason: string; rejection: Rejection | null; orderSeen: boolean }
  );

/**
 * The outcome of a requery by `providerRef`.
 * - `delivered`, `rejected`: final. `reversed`: it was delivered and taken back; otherwise it was never delivered.
 * - `refused`: a rejection code; final only when it is the same code as that of the send.
 * - `missing`: the provider does not know the order (yet).
 * - `open`: the provider has the order and has not decided. `stuck`: it asks for a decision by a person.
 * - `unanswered`: the answer says nothing about the order.
 */
export type RequeryOutcome = Answered &
  (
    | ({ kind: 'delivered' } & Delivery)
    | ({ kind: 'rejected'; reversed: boolean } & Rejection)
    | ({ kind: 'refused' } & Rejection)
    | { kind: 'missing' }
    | { kind: 'open'; reason: string; stuck: boolean }
    | { kind: 'unanswered'; reason: string }
  );

/** A process that was suspended, or whose wall clock jumped, must not send late. */
export type SendDeadline = {
  /** Milliseconds left, the smaller value of both clocks; 0 or less when the deadline has passed. */
  remainingMs(): number;
};

/** The name of the provider that serves test accounts and reaches nobody (accept_purchases). */
export const SIMULATOR = 'simulator';

/** Facts of a provider that need no request to it. `ownWords`: our ids of services are its own (catalogue-owner.ts). */
export type ProviderProfile = Pick<Provider, 'name' | 'sells'> &
  Pick<ProviderLookups, 'dataServices'> & { ownWords: boolean };

/** The profile of a real provider, which names what it sells: a new product is never sold by chance. */
export type DeclaredProfile = ProviderProfile & { readonly sells: readonly ProductType[] };

export interface Provider {
  readonly name: string;
  /** For so long after a send a failure may still become a delivery. Absent: not known, so no other is ever asked. */
  readonly settlesWithinMs?: number;
  readonly mode: Mode;
  /** The types of our products that it sells. Absent: everything, as the simulator does. */
  readonly sells?: readonly ProductType[];
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

/** Absent texts are empty. `minimumKobo`, `arrearsKobo`: null when the provider does not name them. */
export type Meter = {
  meterNumber: string;
  customerName: string;
  address: string;
  minimumKobo: bigint | null;
  arrearsKobo: bigint | null;
};

/** An absent name is empty. */
export type Profile = { customerName: string };

/** Requests to a provider that sell nothing. None of them throws; each gives up after about 10 s. */
export interface ProviderLookups {
  /** The services under which the provider sells data plans, with the network of each. */
  readonly dataServices: readonly { serviceId: string; network: DataNetwork }[];
  /** The price list of a service of plans or packages, in the provider's order and with duplicates; may be empty. */
  variations(serviceId: string): Promise<Lookup<Variation[]>>;
  verifySmartcard(serviceId: string, smartcardNumber: string): Promise<Lookup<Smartcard>>;
  verifyMeter(serviceId: string, meterNumber: string, meterType: 'prepaid' | 'postpaid'): Promise<Lookup<Meter>>;
  /** Who has this profile of an exam. Absent: it sells no exam PINs. */
  verifyProfile?(serviceId: string, profileId: string, exam: string): Promise<Lookup<Profile>>;
  /** The float in kobo. When it is used up, the provider rejects every order. */
  balance(): Promise<Lookup<bigint>>;
}

/**
 * One entry of what a provider sells. `serviceId`, `meterType`: in our words, null where its entry does not tell.
 * `costKobo`: null for an open amount, which `leastKobo` and `mostKobo` bound where it says so.
 */
export type ListedProduct = {
  productType: ProductType;
  serviceId: string | null;
  product: ProviderProduct;
  name: string;
  costKobo: bigint | null;
  leastKobo: bigint | null;
  mostKobo: bigint | null;
  meterType: 'prepaid' | 'postpaid' | null;
};

/** A provider whose products have codes of its own. Never throws. */
export interface ProviderCatalogue {
  products(): Promise<Lookup<ListedProduct[]>>;
}

/** One movement of our money there. `rowId` is unique; `kind`, `providerRef` and balances: as far as the row says. */
export type StatementRow = {
  rowId: string;
  at: Date;
  direction: 'debit' | 'credit';
  kind: 'sale' | 'commission' | 'reversal' | 'other';
  amountKobo: bigint;
  providerRef: string | null;
  providerTransactionId: string | null;
  balanceBeforeKobo: bigint | null;
  balanceAfterKobo: bigint | null;
  /** As it came. */
  raw: Record<string, unknown>;
};

/** A provider that lists what it has charged. Never throws. */
export interface ProviderStatements {
  /** All rows from `from` on and before `to`, oldest first, whatever their pages. */
  statement(from: Date, to: Date): Promise<Lookup<StatementRow[]>>;
}

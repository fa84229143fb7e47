import type { ProductType } from '@topup/core/product';
import type { ReceivedWebhook, SandboxLedger } from '@topup/testkit';
import type { ClientAnswer } from '../client-answers';
import type { ClientOrder } from '../client-log';
import type { FaultSpan, TimeSpan } from '../timeline/quiet-times';

/** The facts of a finished run, from independent sources: clients, provider, receivers, database, processes. */
export type Evidence = {
  answers: readonly ClientAnswer[];
  /** Every order that a client has ever tried. */
  orders: readonly ClientOrder[];
  /** Id of the account that abuses every limit. It is promised true answers, and no answer in time. */
  abuser: string | undefined;
  purchases: readonly PurchaseFact[];
  /** Of all purchases: the current one of each, and those that were closed. */
  attempts: readonly AttemptFact[];
  ledger: SandboxLedger;
  events: readonly EventFact[];
  webhooks: readonly WebhookFact[];
  messages: readonly TokenMessage[];
  /** Of some accounts, what their readers of changes saw. */
  feeds: readonly FeedFact[];
  transfers: Transfers;
  /** Findings of `ops books verify`, as text. */
  drift: readonly string[];
  /** Processes that ended unexpectedly. */
  crashes: readonly string[];
  /** Log lines with a customer's number or a key. */
  unmaskedLines: readonly string[];
  /** Database connections that were idle in a transaction after the run. */
  idleInTransaction: number;
  /** How long the run had frozen the api process at `at` between these moments, in milliseconds. */
  frozenMs(at: string, from: number, to: number): number;
  /** The longest wait of a client, in milliseconds. */
  limits: { purchase: number; synchronous: number };
  /** The time of the traffic. */
  run: TimeSpan;
  faults: readonly FaultSpan[];
};

export type PurchaseFact = {
  id: string;
  account_id: string;
  request_ref: string;
  provider_ref: string | null;
  status: 'initiated' | 'pending' | 'success' | 'failed' | 'refunded';
  cause: string;
  sends: number;
  needs_review: boolean;
  product_type: ProductType;
  /** Whether its account has had a webhook URL from the start. */
  has_url: boolean;
  /** Seconds from debit to claim; null when never claimed. */
  started_after: number | null;
  /** Whether it was a success before. */
  reversed: boolean;
  /** When it became final, in the clients' monotonic milliseconds; null while it is open. */
  final_ms: number | null;
};

export const isOpen = ({ status }: Pick<PurchaseFact, 'status'>): boolean =>
  status === 'initiated' || status === 'pending';

export type AttemptFact = {
  purchase_id: string;
  number: number;
  provider: string;
  provider_ref: string | null;
  outcome: string;
  /** Whether another one has followed it. */
  closed: boolean;
};

export type EventFact = {
  id: string;
  account_id: string;
  event: string;
  status: string;
  state: string;
  request_ref: string;
};

/** One SMS: the tokens in it, in the order in which they are entered. */
export type TokenMessage = { meter: string; tokens: readonly string[] };

/** A row of `GET /v1/transactions/changes`. */
export type FeedRow = { reference: string; status: string; changed_at: string };

/** A transfer that the bank made. `account`: into whose number. */
export type TransferFact = { reference: string; account: string; kobo: number; isPaid: boolean };
/** A ledger entry with the reference of a transfer. */
export type CreditFact = Pick<TransferFact, 'reference' | 'account' | 'kobo'>;
/** All that the bank made, and all that wallets got. */
export type Transfers = { made: readonly TransferFact[]; credits: readonly CreditFact[] };

/** One account whose changes a process has read, killed at random moments. */
export type FeedFact = {
  /** Its id. */
  account: string;
  /** The rows of all complete pages. */
  seen: readonly FeedRow[];
  /** The rows of one reading from the beginning to the end after the run. */
  whole: readonly FeedRow[];
  /** Refused requests, and a reader that did not come to the end. */
  troubles: readonly string[];
};

/** `account`: id of the account that the URL belongs to. `apiKey`: its key. */
export type WebhookFact = Pick<ReceivedWebhook, 'headers' | 'body'> & { account: string; apiKey: string };

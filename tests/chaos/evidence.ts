import type { ReceivedWebhook, SandboxLedger } from '@topup/testkit';
import type { Telling } from './tellings';

/** What a run leaves behind, as independent witnesses tell it: clients, provider, receivers, database, processes. */
export type Evidence = {
  tellings: readonly Telling[];
  /** Every reference that a client has ever used. */
  refs: ReadonlySet<string>;
  purchases: readonly PurchaseFact[];
  ledger: SandboxLedger;
  events: readonly EventFact[];
  webhooks: readonly WebhookFact[];
  /** Rows of `ops books verify` that are no zeros, in words. */
  drift: readonly string[];
  /** Exits that nobody ordered. */
  crashes: readonly string[];
  /** Log lines that no process may write: they name a customer's number or a key. */
  indiscretions: readonly string[];
  /** Backends that sat in a transaction when nothing was under way. */
  idleInTransaction: number;
  /** For how long the api process at `at` stood still by order. */
  frozenMs(at: string, from: number, to: number): number;
  /** How long a client may wait, in milliseconds. */
  limits: { purchase: number; synchronous: number };
};

export type PurchaseFact = {
  id: string;
  request_ref: string;
  provider_ref: string | null;
  status: 'initiated' | 'pending' | 'success' | 'failed' | 'refunded';
  cause: string;
  sends: number;
  needs_review: boolean;
  product_type: 'AIRTIME' | 'DATA' | 'CABLE_TV' | 'ELECTRICITY';
  /** Its account has a webhook URL, and had it from the start. */
  has_url: boolean;
  /** Seconds from debit to claim; null when never claimed. */
  started_after: number | null;
};

export type EventFact = { id: string; event: string; status: string; state: string; request_ref: string };

/** `apiKey`: of the account whose URL it came to. */
export type WebhookFact = Pick<ReceivedWebhook, 'headers' | 'body'> & { apiKey: string };

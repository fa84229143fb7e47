import type { Transaction, TransactionRow } from '../account/transactions';
import type { PurchaseStatus } from '../vocabulary';
import type { OperatorAction } from './actions';

/**
 * GET /api/operator/purchases?search=&account=&product=&status=&review=true&from=&to=&olderThanMinutes=&provider=&
 * network=&failedAt=&sort=oldest&cursor=; file: /api/operator/purchases.csv. `status`: a SearchedStatus. `network`: or
 * another service. `failedAt`: a provider that got the order and gave no value. Numbers of customers are masked. A page
 * may be short or empty and still have a next one: one request looks through a limited number of purchases.
 */
export type OperatorPurchaseRow = Omit<TransactionRow, 'status'> & {
  id: string;
  status: PurchaseStatus;
  account: { id: string; name: string };
  needsReview: boolean;
  reason: string | null;
};

/**
 * One attempt of a purchase. `outcome`, `basis`, `why` are sentences: how it stands, what proves that, and why it went
 * to this provider. `answers`: what the provider answered, masked. `contradicted`: it was closed without value, and its
 * provider says otherwise.
 */
export type AttemptRow = {
  number: number;
  provider: string;
  providerRef: string | null;
  sends: number;
  sentAt: string | null;
  outcome: string;
  basis: string | null;
  answers: { to: 'send' | 'requery'; text: string }[];
  cost: string | null;
  why: string;
  endedAt: string | null;
  contradicted: boolean;
};

/** `facts`: by label, as sentences or as the provider names them. */
export type PurchaseMark = { title: string; at: string; facts: Record<string, string> };

/**
 * GET /api/operator/purchases/:reference?account=<id>. The account is needed when several have a purchase with that
 * reference; without it the answer is then 409 `several_purchases`. Shows the last four digits of a token, or all with
 * ?token=true, which is audited.
 */
export type OperatorPurchase = Omit<Transaction, 'status'> & {
  status: PurchaseStatus;
  account: { id: string; name: string };
  provider: string;
  providerRef: string | null;
  cost: string | null;
  /** Null when it is no success, or when its cost is not known. */
  margin: string | null;
  marginPercent: string | null;
  sends: number;
  checks: number;
  nextCheckAt: string | null;
  /** The last one is the present one. */
  attempts: AttemptRow[];
  /** What came after the outcome: what contradicts it, and the end of the review. */
  records: PurchaseMark[];
  actions: OperatorAction[];
  /** Whether a token may be given with a decision for success. */
  takesToken: boolean;
  /** Why a decision for success is refused; null: it is not. */
  refusedSuccess: 'never_sent' | 'was_refunded' | null;
  hasEvents: boolean;
};

/** POST /api/operator/purchases/:reference/requery?account=<id> */
export type Requeried = { status: PurchaseStatus; answer: string };

/**
 * POST /api/operator/purchases/:reference/settle?account=<id> {decision: 'success' | 'refund', note, token?,
 * keyChangeTokens?, bonusToken?, approvalNote?} → Settled or Asked. `keyChangeTokens`: separated by commas.
 */
export type Settled = { status: PurchaseStatus; changed: boolean };

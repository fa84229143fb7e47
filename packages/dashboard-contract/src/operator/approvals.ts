import type { TeamMember } from '../account/team';
import type { ApprovalKind, ApprovalState, Product } from '../vocabulary';

/**
 * Requests of operators to a second operator, the newest first: GET /api/operator/approvals?state=open|decided&kind=&
 * from=&to=&cursor=; file: /api/operator/approvals.csv. `decided` has also what was cancelled and what expired.
 */
export type ApprovalRow = {
  id: string;
  kind: ApprovalKind;
  state: ApprovalState;
  /** In words, without a full stop. */
  sentence: string;
  account: { id: string; name: string } | null;
  /** Minus takes from the account. */
  amount: string | null;
  /** An e-mail address; `ops`, with the address of its `--as` in brackets. */
  requester: string;
  requestedAt: string;
  expiresAt: string;
  decider: string | null;
  decidedAt: string | null;
};

/**
 * GET /api/operator/approvals/:id; POST …/approve {note?}; POST …/decline {note}; POST …/cancel. 409:
 * `approval_decided`, `approval_expired`, `own_request`, `about_decider`, `factor_too_young`, `approval_not_done`,
 * `not_your_request`
 */
export type ApprovalDetail = ApprovalRow & {
  note: string;
  decisionNote: string | null;
  reference: string | null;
  /** Of a refund: what the page of the purchase needs. */
  purchase: { reference: string; delivered: boolean } | null;
  adjustment: { entry: string | null; reason: string; belowZero: boolean } | null;
  limits: { present: MoneyLimits; asked: MoneyLimits } | null;
  /** What the collector may add to wallets without a person. */
  collections: { state: 'on' | 'off'; cap: string } | null;
  /** `cost`: that for which it was asked for. */
  price: { tier: string; planId: string; price: string; cost: string } | null;
  discount: { tier: string; product: Product; service: string; percent: string } | null;
  /** The operator or owner whom it is about. */
  operator: { name: string; email: string } | null;
  /** The present balance of the account. */
  balance: string | null;
  /** `concerned`: it is about you. `behind_ops`: `ops` asked for it with your address. */
  you: 'may_decide' | 'asked' | 'behind_ops' | 'concerned';
};

/**
 * The 202 response to a change that needs a second operator, when the request had an `approvalNote`. Without a note the
 * API returns 409 `approval_needed`. `before`: the same was asked for already.
 */
export type Asked = { approval: { id: string; expiresAt: string; before: boolean } };

export type MoneyLimits = { approvalLimit: string; dailyCap: string };

/** GET /api/operator/limits; POST /api/operator/limits {approvalLimit, dailyCap, approvalNote?} → the same or Asked */
export type ApprovalPolicy = MoneyLimits & {
  approvals: 'required' | 'off';
  /** Of your daily cap. */
  leftToday: string;
  usedByOps: string;
  /** How many approvals you can decide on. */
  toDecide: number;
};

/**
 * GET /api/operator/operators (file: …/operators.csv): those who may sign in. `usedToday`: of the daily cap. POST …
 * {name, email, approvalNote?} and POST …/:id/link {approvalNote?} → OperatorLink; POST …/:id/factor-reset and
 * …/:id/disable {approvalNote?} → {} or Asked
 */
export type OperatorRow = TeamMember & { usedToday: string };

/** `link` null: it was mailed, or the same was asked for before. With an `approval` it works once that is approved. */
export type OperatorLink = { link: string | null; approval: Asked['approval'] | null };

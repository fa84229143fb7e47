import type { Claim as StoredClaim, Wire } from '@topup/core/records';
import type { ClientStatus, Product } from '../vocabulary';
import type { BoughtBy } from './buying';
import type { DeliveryRow } from './developers';

/**
 * GET /api/transactions?search=&product=&status=&from=&to=&cursor=&limit=; as a file, without cursor and limit:
 * GET /api/transactions.csv. `search` is a reference or recipient, or a part of one of at least three characters; then
 * a page may be short or empty and still have a next one. `from` and `to` are times with their offset from UTC (`to`
 * itself not included), or days in the account's time zone (both included). `status`: a SearchedStatus.
 */
export type TransactionRow = {
  reference: string;
  product: Product;
  status: ClientStatus;
  /** The face value; of a data plan its price. */
  amount: string;
  /** The account paid this: the amount less a discount. */
  charged: string;
  /** Phone, smartcard or meter number. */
  recipient: string;
  /** The product as text: "MTN airtime", "DStv Compact". */
  description: string;
  message: string | null;
  createdAt: string;
  finalAt: string | null;
};

export type TimelineEntry =
  | {
      at: string;
      kind: 'accepted' | 'claimed' | 'sent' | 'answered' | 'pending' | 'settled' | 'refunded' | 'review';
      text: string;
      /** Signed, as in the ledger. */
      amount?: string;
      /** For operators: the status and its cause, as the database has them. */
      code?: string;
    }
  | { at: string; kind: 'event'; text: string; delivery: DeliveryRow };

/** Why a purchase failed, and what its client can do. `code`: as the API answered it. */
export type Failure = { code: string; why: string; advice: string };

/**
 * POST /api/transactions/:reference/check: has the provider asked about it within seconds, at most once a minute. 429
 * `too_soon`; 409 `completed`, `not_sent`. `waitS`: how many seconds the next check has to wait, 0: none.
 */
export type PurchaseCheck = { waitS: number };

/**
 * POST /api/transactions/:reference/claim {note}: claims that a successful purchase was not received, and returns its
 * claim, which can be an earlier one. 409 `not_successful`.
 */
export type Claim = Wire<StoredClaim>;

/** GET /api/transactions/:reference: a CheckableTransaction. The timeline is in the order in which things happened. */
export type Transaction = TransactionRow & {
  id: string;
  details: Record<string, string>;
  /** Such as the token and units. */
  result: Record<string, string>;
  balanceBefore: string;
  balanceAfter: string;
  refundedAmount: string | null;
  balanceAfterRefund: string | null;
  failure: Failure | null;
  needsReview: boolean;
  claim: Claim | null;
  /** Null: a client has bought it, with the API. */
  boughtBy: BoughtBy | null;
  timeline: TimelineEntry[];
};

/** `check` null: there is nothing to check, because it is final or was not sent. */
export type CheckableTransaction = Transaction & { check: PurchaseCheck | null };

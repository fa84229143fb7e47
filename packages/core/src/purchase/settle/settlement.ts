import type { Rejection } from '../../provider/provider.port';
import type { ChargeField, TokenField } from '../../shared/tokens';
import type { Cause } from './cause';

/**
 * It is learnt from the attempt of this number: a target status and its basis. prisma/functions/settlement_outcome.sql
 * says what each basis must still prove under the lock.
 */
export type Settlement = { id: string; attempt: number } & (
  | ({ basis: 'answer' } & (Success | Failure | (StillOpen & { refusedWith: string | null })))
  | ({ basis: 'requery' } & (Success | Failure | (StillOpen & { notFound: boolean })))
  | NotFound
  | RejectionRepeated
  | NeverSent
  | OperatorDecision
);

/** The provider has delivered. `costKobo`: what it charges; null when it does not say. */
type Success = {
  targetStatus: 'success';
  cause: Cause;
  message: string;
  costKobo: bigint | null;
  delivered: Delivered;
  evidence: ProviderEvidence;
  /** Whether an operator has to look at it. */
  review: boolean;
};

/** The provider has not delivered, and never will: refunded. */
type Failure = { targetStatus: 'failed'; cause: Cause; message: string; evidence: ProviderEvidence };

/** Undecided: what was learnt, and when to ask again. */
type StillOpen = {
  targetStatus: 'open';
  /** Milliseconds until the next requery. Null: an operator decides. */
  nextCheckMs: number | null;
  orderSeen: boolean;
  /** It was delivered, and only its token has not come. */
  tokenAwaited: boolean;
  delivered: Delivered;
  evidence: ProviderEvidence;
  review: boolean;
};

/** The provider does not know it, said often enough. `missingCount`: the count that this was decided on. */
type NotFound = {
  basis: 'not_found';
  targetStatus: 'failed';
  cause: Cause;
  message: string;
  missingCount: number;
};

/** A requery confirms the rejection of the send. `onlyIfAlone`: not if another purchase for its recipient is open. */
type RejectionRepeated = { basis: 'rejection_repeated' } & Failure & { onlyIfAlone: boolean };

/** Nobody sent it: in time, or because the provider was not available for it (`failed`). */
type NeverSent = { basis: 'never_sent'; targetStatus: 'refunded' | 'failed'; cause: Cause; message: string };

/** An operator knows what became of it. `delivered`: the tokens of prepaid electricity, when they found them out. */
type OperatorDecision = { basis: 'operator'; cause: Cause; message: string } & (
  | { targetStatus: 'success'; delivered: Delivered }
  | { targetStatus: 'failed' }
);

/** Goods delivered to the customer, named as in the public API: the column `result`. Empty for most products. */
export type Delivered = {
  [field in TokenField | ChargeField | 'serial' | 'units' | 'customer_name' | 'address']?: string | null;
};

/**
 * The words of the provider on its attempt, under the names that operators know. `answer`: its last answer in our
 * words. `refusal`: to be confirmed. `send_answer`, `requery_answer`: masked, and for operators alone.
 */
export type ProviderEvidence = {
  provider_transaction_id?: string | null;
  answer?: string;
  mismatch?: string;
  refused_code?: string;
  refusal?: Rejection;
  send_answer?: string;
  requery_answer?: string;
};

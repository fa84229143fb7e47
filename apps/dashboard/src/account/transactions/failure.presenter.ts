import { type RejectionReason, rejectionReasonIn, rejectionReasons } from '@topup/core/provider';
import { type CauseCode, failureCodeOf, type Purchase } from '@topup/core/purchase';
import type { Failure } from '@topup/dashboard-contract';

/** Advice after a failure. Unless it says otherwise nothing was delivered, so a new purchase is not a second one. */
const ADVICE = {
  safe: 'Safe to try again with a new reference.',
  safe_once: 'Safe to try again with a new reference. If it fails again, check the number first.',
  wait: 'Wait a few minutes. Then try again with a new reference.',
  number: 'Check the number with your customer first. Then try again with a new reference.',
  amount: 'Change the amount first. Then try again with a new reference.',
  product: 'Choose another product, or try again later. Use a new reference.',
  customer: 'Ask your customer whether they received it before you buy again.',
  hold: 'Don’t buy it again yet. We’re checking whether it was delivered after all.',
} as const;
type Advice = keyof typeof ADVICE;

const BY_REASON: Record<RejectionReason, Advice> = {
  failed: 'safe_once',
  no_orders: 'wait',
  not_offered: 'product',
  amount_not_sold: 'amount',
  amount_too_low: 'amount',
  amount_too_high: 'amount',
  quantity_too_low: 'amount',
  quantity_too_high: 'amount',
  repeated: 'wait',
  too_soon: 'wait',
  still_open: 'wait',
  network_unreachable: 'wait',
  number_not_valid: 'number',
  number_not_accepted: 'number',
  number_not_recognised: 'number',
  reversed: 'safe',
};

type Words = { why: string; advice: Advice };

const REFUSED: Words = { why: 'The provider refused this purchase.', advice: 'safe_once' };
const NOT_SAID: Words = { why: 'This purchase failed. We have no record of the reason.', advice: 'customer' };
const REVERSED: Words = {
  why: 'We refunded it after it was reported as successful.',
  advice: 'customer',
};
const GIVEN_UP: Words = { why: 'We gave it up before it was sent.', advice: 'safe' };

/** By the cause of the end. What only moves an open purchase says nothing about its failure. */
const BY_CAUSE: Record<CauseCode, Words> = {
  provider_rejected: REFUSED,
  provider_refused: REFUSED,
  provider_reversed: { why: 'The provider accepted this purchase, then reversed it.', advice: 'safe' },
  provider_unreachable: { why: 'We couldn’t reach the provider, so nothing was sent.', advice: 'safe' },
  provider_unavailable: { why: 'This product was not available at that time, so nothing was sent.', advice: 'wait' },
  provider_never_had_it: { why: 'The provider didn’t receive this purchase.', advice: 'safe' },
  start_deadline: { why: 'We couldn’t send it in time, so nothing was sent.', advice: 'safe' },
  operator: { why: 'We looked into it, and refunded it as not delivered.', advice: 'safe' },
  provider_delivered: NOT_SAID,
  client_told_pending: NOT_SAID,
  nobody_answered: NOT_SAID,
  accepted: NOT_SAID,
  quarantined: NOT_SAID,
  next_attempt: NOT_SAID,
  other: NOT_SAID,
};

export type Failed = Pick<Purchase, 'status' | 'causeCode' | 'message' | 'sends' | 'needsReview' | 'contradictedBy'>;

/**
 * Why a purchase failed, in the words of its client, and whether trying again makes sense. Names no provider. Null
 * unless it is failed or refunded.
 */
export function toFailure(purchase: Failed): Failure | null {
  const { status, causeCode, needsReview, contradictedBy } = purchase;
  if (status !== 'failed' && status !== 'refunded') return null;
  const { why, advice } = wordsOf(purchase);
  const doubt: Advice | null = needsReview ? 'hold' : contradictedBy === null ? null : 'customer';
  return { code: failureCodeOf(status, causeCode), why, advice: ADVICE[doubt ?? advice] };
}

function wordsOf({ status, causeCode, message, sends, contradictedBy }: Failed): Words {
  if (causeCode === 'operator' && status === 'refunded')
    return sends === 0 && contradictedBy === null ? GIVEN_UP : REVERSED;
  const words = causeCode === null ? NOT_SAID : BY_CAUSE[causeCode];
  const reason = words === REFUSED ? rejectionReasonIn(message) : null;
  return reason === null ? words : { why: rejectionReasons[reason], advice: BY_REASON[reason] };
}

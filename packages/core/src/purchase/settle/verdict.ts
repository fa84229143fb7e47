import type { Delivery, Rejection, RequeryOutcome, SendOutcome } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import type { Purchase } from '../purchase.store';
import type { DuePurchase } from '../requery/due.store';
import { messages } from '../status';
import type { EndCause } from './cause';
import type { Delivered, ProviderEvidence, Settlement } from './settlement';

/** When to ask again and when to stop. All in milliseconds; offsets of `schedule` count from the send. */
export type RequeryRules = {
  schedule: readonly number[];
  notFoundMinCount: number;
  notFoundSpanMs: number;
  notFoundMinAgeMs: number;
  /** 0 ≤ random() < 1. */
  random(): number;
};

type Judged = Pick<Purchase, 'id' | 'productType' | 'providerOrder'>;

type Answered = Extract<Settlement, { basis: 'answer' }>;
type Requeried = Exclude<Settlement, { basis: 'answer' | 'never_sent' | 'operator' }>;
type ByRequery = Extract<Settlement, { basis: 'requery' }>;
type OpenByAnswer = Extract<Answered, { targetStatus: 'open' }>;
type OpenByRequery = Extract<ByRequery, { targetStatus: 'open' }>;
type NeverSent = Extract<Settlement, { basis: 'never_sent' }>;

/** What is to be recorded of a purchase after its one send. */
export function verdictOfSend(purchase: Judged, outcome: SendOutcome, rules: RequeryRules): Answered {
  const again = nextCheck(0, rules);
  switch (outcome.kind) {
    case 'delivered':
      return lacksToken(purchase, outcome)
        ? { ...openByAnswer(purchase, TOKEN_AWAITED, again), ...awaitingToken(outcome, again) }
        : { id: purchase.id, basis: 'answer', ...delivered(purchase, outcome) };
    case 'rejected':
      return { id: purchase.id, basis: 'answer', ...failed(purchase, 'provider_rejected', outcome) };
    case 'unsent':
      return {
        id: purchase.id,
        basis: 'answer',
        targetStatus: 'failed',
        cause: { code: 'provider_unreachable', detail: null },
        message: messages.failed(purchase.productType, 'The provider could not be reached.'),
        evidence: { answer: outcome.reason },
      };
    case 'unknown': {
      const { reason, refusal: rejection, orderSeen } = outcome;
      const open = { ...openByAnswer(purchase, reason, again), orderSeen };
      if (rejection === null) return open;
      return { ...open, refusedWith: rejection.code, evidence: { answer: reason, refusal: rejection } };
    }
    default:
      return assertNever(outcome);
  }
}

/** What is to be recorded after the provider was asked about a purchase whose outcome was unknown. */
export function verdictOfRequery(purchase: DuePurchase, outcome: RequeryOutcome, rules: RequeryRules): Requeried {
  const again = nextCheck(purchase.sinceSendMs ?? 0, rules);
  switch (outcome.kind) {
    case 'delivered':
      return lacksToken(purchase, outcome)
        ? { ...openByRequery(purchase, TOKEN_AWAITED, again), ...awaitingToken(outcome, again) }
        : { id: purchase.id, basis: 'requery', ...delivered(purchase, outcome) };
    case 'rejected':
      if (purchase.tokenAwaited) return deniedAfterDelivery(purchase, outcome, again);
      return {
        id: purchase.id,
        basis: 'requery',
        ...failed(purchase, outcome.reversed ? 'provider_reversed' : 'provider_rejected', outcome),
      };
    case 'refused':
      if (purchase.tokenAwaited) return deniedAfterDelivery(purchase, outcome, again);
      return outcome.code === purchase.refusedWith
        ? rejectionConfirmed(purchase, again)
        : openByRequery(purchase, `refused with ${outcome.code}`, again);
    case 'missing':
      return notFound(purchase, rules, again);
    case 'open':
      return {
        ...openByRequery(purchase, outcome.reason, again),
        orderSeen: true,
        review: outcome.stuck || again === null,
      };
    case 'unanswered':
      return openByRequery(purchase, outcome.reason, again);
    default:
      return assertNever(outcome);
  }
}

/** A purchase that nobody sent in time: refunded, unless somebody has claimed it since. */
export function verdictOfNeverSent(purchase: Judged): NeverSent {
  return {
    id: purchase.id,
    basis: 'never_sent',
    targetStatus: 'refunded',
    cause: { code: 'start_deadline', detail: null },
    message: messages.refunded(purchase.productType),
  };
}

/**
 * Milliseconds from now to the next requery of something sent `sinceSendMs` ago: the next offset of the schedule, ±20 % of the way there; null when
 * the schedule is over.
 */
export function nextCheck(sinceSendMs: number, { schedule, random }: RequeryRules): number | null {
  const offset = schedule.find((at) => at > sinceSendMs);
  return offset === undefined ? null : Math.max(1, Math.round((offset - sinceSendMs) * (0.8 + random() * 0.4)));
}

/**
 * Prepaid electricity is worth nothing to the customer without its token: it is asked for until it comes. The money is
 * spent all the same.
 */
const lacksToken = ({ productType, providerOrder }: Judged, { meter }: Delivery): boolean =>
  productType === 'ELECTRICITY' && providerOrder.variationCode === 'prepaid' && meter?.token == null;

const TOKEN_AWAITED = 'delivered, token awaited';

/** What a delivery without its token adds to a purchase that stays open. */
function awaitingToken(delivery: Delivery, again: number | null) {
  return {
    orderSeen: true,
    tokenAwaited: true,
    delivered: goodsOf(delivery),
    evidence: { answer: TOKEN_AWAITED, ...evidenceOf(delivery) },
    review: again === null || delivery.mismatch !== null,
  };
}

function delivered({ productType }: Judged, delivery: Delivery) {
  return {
    targetStatus: 'success' as const,
    cause: { code: 'provider_delivered' as const, detail: null },
    message: messages.success(productType),
    costKobo: delivery.costKobo,
    delivered: goodsOf(delivery),
    evidence: evidenceOf(delivery),
    review: delivery.mismatch !== null,
  };
}

const evidenceOf = ({ providerTransactionId, mismatch }: Delivery): ProviderEvidence => ({
  provider_transaction_id: providerTransactionId,
  ...(mismatch === null ? {} : { mismatch }),
});

function goodsOf({ meter }: Delivery): Delivered {
  if (meter === null) return {};
  const { token, units, customerName, address, bonusToken } = meter;
  const goods = { token, units, customer_name: customerName, address };
  return bonusToken ? { ...goods, bonus_token: bonusToken } : goods;
}

function failed({ productType }: Judged, code: EndCause, rejection: Rejection) {
  return {
    targetStatus: 'failed' as const,
    cause: { code, detail: rejection.code },
    message: messages.failed(productType, rejection.reason),
    evidence: { refused_code: rejection.code },
  };
}

/** First delivered without its token, then denied: an operator finds out who is right. */
function deniedAfterDelivery(purchase: Judged, { code }: Rejection, again: number | null): OpenByRequery {
  return { ...openByRequery(purchase, `delivered, then refused with ${code}`, again), review: true };
}

const openByAnswer = ({ id }: Judged, answer: string, again: number | null): OpenByAnswer => ({
  id,
  basis: 'answer',
  ...open(answer, again),
  refusedWith: null,
});

const openByRequery = ({ id }: Judged, answer: string, again: number | null): OpenByRequery => ({
  id,
  basis: 'requery',
  ...open(answer, again),
  notFound: false,
});

const open = (answer: string, nextCheckMs: number | null) => ({
  targetStatus: 'open' as const,
  nextCheckMs,
  orderSeen: false,
  tokenAwaited: false,
  delivered: {},
  evidence: { answer },
  review: nextCheckMs === null,
});

/**
 * The send was rejected, and the provider's own record agrees. A suspected duplicate must also be the only open
 * purchase for its recipient.
 */
function rejectionConfirmed(purchase: DuePurchase, again: number | null): Requeried {
  const rejection = purchase.providerEvidence.refusal;
  if (rejection === undefined)
    return { ...openByRequery(purchase, 'rejected, in words that were not kept', again), review: true };
  return {
    id: purchase.id,
    basis: 'rejection_repeated',
    ...failed(purchase, 'provider_refused', rejection),
    onlyIfAlone: rejection.fault === 'duplicate',
  };
}

/**
 * The provider knows no such order. That confirms a rejection. After a lost answer it refunds only when said often
 * enough, over long enough, late enough, and never when anything has shown the order, nor when it may have been sent
 * under another reference.
 */
function notFound(purchase: DuePurchase, rules: RequeryRules, again: number | null): Requeried {
  const { quarantinedAt, orderSeen, refusedWith, missingCount, missingSpanMs, sinceSendMs } = purchase;
  if (quarantinedAt !== null)
    return {
      ...openByRequery(purchase, 'in quarantine, and not found under its likeliest reference', again),
      review: true,
    };
  if (orderSeen) return { ...openByRequery(purchase, 'not found, though seen before', again), review: true };
  if (refusedWith !== null) return rejectionConfirmed(purchase, again);
  if ((sinceSendMs ?? 0) < rules.notFoundMinAgeMs) return openByRequery(purchase, 'not found yet', again);
  if (missingCount + 1 >= rules.notFoundMinCount && (missingSpanMs ?? 0) >= rules.notFoundSpanMs)
    return {
      id: purchase.id,
      basis: 'not_found',
      targetStatus: 'failed',
      cause: { code: 'provider_never_had_it', detail: null },
      message: messages.failed(purchase.productType, 'The provider did not receive it.'),
      missingCount,
    };
  // spread evenly over the span and never early: jitter must not shorten the proof
  const step = (rules.notFoundSpanMs / (rules.notFoundMinCount - 1)) * (1 + rules.random() * 0.05);
  return { ...openByRequery(purchase, 'not found', Math.ceil(step)), notFound: true };
}
